@a = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
define i32 @main() {
  %p = insertelement <2 x ptr> poison, ptr @a, i32 0
  %q = insertelement <2 x ptr> %p, ptr getelementptr (i32, ptr @a, i64 2), i32 1
  %g = getelementptr i32, <2 x ptr> %q, <2 x i64> <i64 1, i64 -1>
  %m = alloca <2 x ptr>
  store <2 x ptr> %g, ptr %m
  %l = load <2 x ptr>, ptr %m
  %c = icmp eq <2 x ptr> %l, %g
  %i = ptrtoint <2 x ptr> %l to <2 x i64>
  %b = inttoptr <2 x i64> %i to <2 x ptr>
  %e0 = extractelement <2 x ptr> %b, i32 0
  %e1 = extractelement <2 x ptr> %b, i32 1
  %ee = icmp eq ptr %e0, %e1
  br i1 %ee, label %ok, label %bad
ok:
  %v = load i32, ptr %e1
  %oob = extractelement <2 x ptr> %b, i32 7
  %sv = shufflevector <2 x ptr> %b, <2 x ptr> %b, <3 x i32> <i32 3, i32 poison, i32 0>
  %gat = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %b, i32 4, <2 x i1> <i1 true, i1 false>, <2 x i32> zeroinitializer)
  ret i32 0
bad:
  call void @abort()
  unreachable
}
declare void @abort()
declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i32>)
