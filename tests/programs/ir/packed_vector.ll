; verdict: ok
; Lanes of four bits lie in memory bit by bit, in initialisers too.
@lanes = global <4 x i4> <i4 1, i4 2, i4 3, i4 -4>
@flags = global <3 x i1> <i1 true, i1 false, i1 true>

declare void @abort()

define i32 @main() {
  %n = load i16, ptr @lanes
  %f = load i8, ptr @flags
  %right = icmp eq i16 %n, -15583
  %also = icmp eq i8 %f, 5
  %both = and i1 %right, %also
  br i1 %both, label %ok, label %bad
ok:
  ret i32 0
bad:
  call void @abort()
  unreachable
}
