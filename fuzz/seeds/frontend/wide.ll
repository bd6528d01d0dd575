@g = global i200 5
@h = global i1 true
@k = global i3 3
@w = global <3 x i1> <i1 true, i1 false, i1 true>
@v4 = global <4 x i4> <i4 1, i4 2, i4 3, i4 4>
define i32 @main() {
  %a = load i200, ptr @g
  %b = mul i200 %a, 123456789012345678901234567890123456789012345
  %c = sdiv i200 %b, 5
  %c2 = udiv i200 %c, %a
  store i200 %c, ptr @g
  %d = load i1, ptr @h
  %e = load i3, ptr @k
  %f = add i3 %e, 7
  store i3 %f, ptr @k
  store i1 %d, ptr @h
  %v = load <3 x i1>, ptr @w
  store <3 x i1> %v, ptr @w
  %v4 = load <4 x i4>, ptr @v4
  %a4 = add <4 x i4> %v4, %v4
  store <4 x i4> %a4, ptr @v4
  %bc = bitcast <4 x i4> %a4 to i16
  %x = extractelement <4 x i4> %a4, i32 3
  %ctp = call i200 @llvm.ctpop.i200(i200 %b)
  %bs = call i48 @llvm.bswap.i48(i48 258)
  %fsh = call i33 @llvm.fshl.i33(i33 1, i33 2, i33 40)
  %ov = call {i200, i1} @llvm.umul.with.overflow.i200(i200 %b, i200 %b)
  %sat = call i33 @llvm.sadd.sat.i33(i33 4294967295, i33 5)
  %t = trunc i200 %b to i32
  %fp = uitofp i200 %b to double
  %ii = fptosi double %fp to i200
  %p = inttoptr i200 %b to ptr
  %pi = ptrtoint ptr @g to i200
  %pi3 = ptrtoint ptr @g to i3
  switch i200 %b, label %o [ i200 4, label %o2
    i200 5, label %o ]
o:
  ret i32 0
o2:
  ret i32 1
}
declare i200 @llvm.ctpop.i200(i200)
declare i48 @llvm.bswap.i48(i48)
declare i33 @llvm.fshl.i33(i33,i33,i33)
declare i33 @llvm.sadd.sat.i33(i33,i33)
declare {i200,i1} @llvm.umul.with.overflow.i200(i200,i200)
