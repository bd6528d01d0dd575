; verdict: ok
; In code that is never reached a value may be made of itself.
declare i1 @llvm.expect.i1(i1, i1)
define i32 @main() {
  ret i32 0
dead:
  %e = call i1 @llvm.expect.i1(i1 %e, i1 true)
  br i1 %e, label %dead, label %dead
}
