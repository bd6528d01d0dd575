%e = type {}
@g = global %e zeroinitializer
@h = global [0 x i32] zeroinitializer
@k = global [4 x {}] zeroinitializer
define %e @f(%e %x) { 
 ret %e %x
}
define i32 @main() {
  %a = alloca %e
  %b = alloca [0 x i8]
  %r = call %e @f(%e undef)
  store %e %r, ptr %a
  %l = load %e, ptr @g
  store [4 x {}] zeroinitializer, ptr @k
  %s = select i1 true, %e %r, %e %l
  %v = load [0 x i32], ptr @h
  store [0 x i32] %v, ptr %b
  %p = getelementptr %e, ptr @g, i64 5
  %st = insertvalue {i32, %e, i32} poison, %e %r, 1
  %st1 = insertvalue {i32, %e, i32} %st, i32 3, 2
  %fr = freeze {i32,%e,i32} %st1
  %x = extractvalue {i32, %e, i32} %st1, 2
  %c = icmp eq i32 %x, 3
  br i1 %c, label %ok, label %bad
bad:
  call void @abort()
  unreachable
ok:
  ret i32 0
}
declare void @abort()
