; verdict: ok
; runs baseline: 1 0

; a frozen value is one value, whatever it is; select does not branch
declare void @__VERIFIER_assert(i32)
declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %f = freeze i32 undef
  %same = icmp eq i32 %f, %f
  %x = call i32 @__VERIFIER_nondet_int()
  %neg = icmp slt i32 %x, 0
  %s = select i1 %neg, i32 -1, i32 1
  %ok2 = icmp ne i32 %s, 0
  %o = and i1 %same, %ok2
  %w = zext i1 %o to i32
  call void @__VERIFIER_assert(i32 %w)
  ret i32 0
}
