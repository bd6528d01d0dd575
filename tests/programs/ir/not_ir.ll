; verdict: error
; message: not_ir.ll

define i32 @main( {
