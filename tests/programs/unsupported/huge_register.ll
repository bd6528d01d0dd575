; verdict: error
; message: a value of 100000 bytes in a register
@g = global [100000 x i8] zeroinitializer

define i32 @main() {
  %a = load [100000 x i8], ptr @g
  %b = insertvalue [100000 x i8] %a, i8 1, 3
  store [100000 x i8] %b, ptr @g
  ret i32 0
}
