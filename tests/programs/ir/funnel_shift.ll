; verdict: ok
; runs baseline: 1 0

declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare void @__VERIFIER_assert(i32)
declare i32 @__VERIFIER_nondet_uint()

define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_uint()
  %y = call i32 @__VERIFIER_nondet_uint()
  %n = call i32 @__VERIFIER_nondet_uint()
  ; the amount is taken modulo the width; a left shift by n is a right shift by 32 - n
  %l0 = call i32 @llvm.fshl.i32(i32 %x, i32 %y, i32 32)
  %ok1 = icmp eq i32 %l0, %x
  %r0 = call i32 @llvm.fshr.i32(i32 %x, i32 %y, i32 0)
  %ok2 = icmp eq i32 %r0, %y
  %l = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 %n)
  %m = sub i32 0, %n
  %r = call i32 @llvm.fshr.i32(i32 %x, i32 %x, i32 %m)
  %ok3 = icmp eq i32 %l, %r
  %o1 = and i1 %ok1, %ok2
  %o = and i1 %o1, %ok3
  %w = zext i1 %o to i32
  call void @__VERIFIER_assert(i32 %w)
  ret i32 0
}
