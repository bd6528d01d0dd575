; verdict: ok
; runs baseline: 1 0

; integers of 7, 33 and 100 bits, in registers and in memory
declare void @__VERIFIER_assert(i32)
declare i32 @__VERIFIER_nondet_uint()

define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_uint()
  %a = trunc i32 %x to i7
  %b = sext i7 %a to i33
  %p = alloca i33
  store i33 %b, ptr %p
  %c = load i33, ptr %p
  %d = trunc i33 %c to i7
  %ok1 = icmp eq i7 %a, %d
  %e = zext i32 %x to i100
  %f = shl i100 %e, 60
  %g = lshr i100 %f, 60
  %h = trunc i100 %g to i32
  %ok2 = icmp eq i32 %h, %x
  %o = and i1 %ok1, %ok2
  %w = zext i1 %o to i32
  call void @__VERIFIER_assert(i32 %w)
  ret i32 0
}
