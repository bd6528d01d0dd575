; verdict: ok
; runs baseline: 1 0

declare void @__VERIFIER_assert(i32)
declare i32 @__VERIFIER_nondet_int()

define { i32, [2 x i16] } @make(i32 %x) {
  %a = insertvalue { i32, [2 x i16] } undef, i32 %x, 0
  %t = trunc i32 %x to i16
  %b = insertvalue { i32, [2 x i16] } %a, i16 %t, 1, 0
  %c = insertvalue { i32, [2 x i16] } %b, i16 7, 1, 1
  ret { i32, [2 x i16] } %c
}

define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %s = call { i32, [2 x i16] } @make(i32 %x)
  %p = alloca { i32, [2 x i16] }
  store { i32, [2 x i16] } %s, ptr %p
  %l = load { i32, [2 x i16] }, ptr %p
  %v = extractvalue { i32, [2 x i16] } %l, 1, 1
  %ok1 = icmp eq i16 %v, 7
  %y = extractvalue { i32, [2 x i16] } %l, 0
  %ok2 = icmp eq i32 %x, %y
  %o = and i1 %ok1, %ok2
  %w = zext i1 %o to i32
  call void @__VERIFIER_assert(i32 %w)
  ret i32 0
}
