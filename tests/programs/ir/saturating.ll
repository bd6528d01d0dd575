; verdict: ok
; runs baseline: 1 0

declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)
declare void @__VERIFIER_assert(i32)
declare i8 @__VERIFIER_nondet_uchar()

define i32 @main() {
  %x = call i8 @__VERIFIER_nondet_uchar()
  %a = call i8 @llvm.sadd.sat.i8(i8 %x, i8 127)
  %ok1 = icmp sge i8 %a, -1
  %b = call i8 @llvm.usub.sat.i8(i8 %x, i8 255)
  %ok2 = icmp eq i8 %b, 0
  %c = call i8 @llvm.uadd.sat.i8(i8 %x, i8 255)
  %ok3 = icmp eq i8 %c, -1
  %d = call i8 @llvm.ssub.sat.i8(i8 %x, i8 127)
  %ok4 = icmp sle i8 %d, 0
  %o1 = and i1 %ok1, %ok2
  %o2 = and i1 %ok3, %ok4
  %o = and i1 %o1, %o2
  %w = zext i1 %o to i32
  call void @__VERIFIER_assert(i32 %w)
  ret i32 0
}
