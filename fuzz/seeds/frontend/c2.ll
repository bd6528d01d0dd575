target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [2 x i8] c"f\00", align 1
@.str.1 = private unnamed_addr constant [2 x i8] c"b\00", align 1
@main.t = internal global [2 x ptr] [ptr blockaddress(@main, %58), ptr blockaddress(@main, %60)], align 16

define dso_local i32 @main() {
  %1 = alloca float, align 4
  %2 = alloca [16 x i8], align 16
  %3 = alloca i32, align 4
  call void @rethread_symbolic(ptr noundef %1, i64 noundef 4, ptr noundef @.str)
  call void @rethread_symbolic(ptr noundef %2, i64 noundef 16, ptr noundef @.str.1)
  %4 = getelementptr inbounds [16 x i8], ptr %2, i64 0, i64 0
  %5 = load i8, ptr %4, align 16
  %6 = zext i8 %5 to i128
  %7 = getelementptr inbounds [16 x i8], ptr %2, i64 0, i64 1
  %8 = load i8, ptr %7, align 1
  %9 = zext i8 %8 to i32
  %10 = zext i32 %9 to i128
  %11 = shl i128 %6, %10
  %12 = load float, ptr %1, align 4
  %13 = fmul float %12, 2.000000e+00
  %14 = fpext float %13 to double
  %15 = sitofp i128 %11 to double
  %16 = fadd double %14, %15
  %17 = fpext double %16 to x86_fp80
  %18 = getelementptr inbounds [16 x i8], ptr %2, i64 0, i64 2
  %19 = load i8, ptr %18, align 2
  %20 = getelementptr inbounds [16 x i8], ptr %2, i64 0, i64 3
  %21 = load i8, ptr %20, align 1
  %22 = zext i8 %19 to i32
  %23 = zext i8 %21 to i32
  %24 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %22, i32 %23)
  %25 = extractvalue { i32, i1 } %24, 1
  %26 = extractvalue { i32, i1 } %24, 0
  store i32 %26, ptr %3, align 4
  br i1 %25, label %27, label %28

27:                                               ; preds = %0
  br label %77

28:                                               ; preds = %0
  %29 = getelementptr inbounds [16 x i8], ptr %2, i64 0, i64 4
  %30 = load i8, ptr %29, align 4
  %31 = zext i8 %30 to i32
  %32 = call i32 @llvm.ctpop.i32(i32 %31)
  %33 = getelementptr inbounds [16 x i8], ptr %2, i64 0, i64 5
  %34 = load i8, ptr %33, align 1
  %35 = zext i8 %34 to i32
  %36 = or i32 %35, 1
  %37 = call i32 @llvm.ctlz.i32(i32 %36, i1 true)
  %38 = add nsw i32 %32, %37
  %39 = getelementptr inbounds [16 x i8], ptr %2, i64 0, i64 6
  %40 = load i8, ptr %39, align 2
  %41 = zext i8 %40 to i32
  %42 = call i32 @llvm.bswap.i32(i32 %41)
  %43 = add i32 %38, %42
  store i32 %43, ptr %3, align 4
  %44 = fcmp ogt x86_fp80 %17, 0xK4000E000000000000000
  br i1 %44, label %45, label %50

45:                                               ; preds = %28
  %46 = load float, ptr %1, align 4
  %47 = fpext float %46 to double
  %48 = fcmp olt double %14, %47
  br i1 %48, label %49, label %50

49:                                               ; preds = %45
  br label %77

50:                                               ; preds = %45, %28
  %51 = getelementptr inbounds [16 x i8], ptr %2, i64 0, i64 7
  %52 = load i8, ptr %51, align 1
  %53 = zext i8 %52 to i32
  %54 = and i32 %53, 1
  %55 = sext i32 %54 to i64
  %56 = getelementptr inbounds [2 x ptr], ptr @main.t, i64 0, i64 %55
  %57 = load ptr, ptr %56, align 8
  br label %78

58:                                               ; preds = %78
  %59 = atomicrmw add ptr %3, i32 1 seq_cst, align 4
  br label %77

60:                                               ; preds = %78
  %61 = getelementptr inbounds [16 x i8], ptr %2, i64 0, i64 8
  %62 = load i8, ptr %61, align 8
  %63 = zext i8 %62 to i32
  %64 = and i32 %63, 15
  %65 = sext i32 %64 to i64
  %66 = getelementptr inbounds [16 x i8], ptr %2, i64 0, i64 %65
  store i8 3, ptr %66, align 1
  %67 = getelementptr inbounds [16 x i8], ptr %2, i64 0, i64 9
  %68 = load i8, ptr %67, align 1
  %69 = zext i8 %68 to i32
  %70 = icmp eq i32 %69, 3
  br i1 %70, label %71, label %73

71:                                               ; preds = %60
  %72 = fptosi double %14 to i32
  br label %75

73:                                               ; preds = %60
  %74 = fptosi x86_fp80 %17 to i32
  br label %75

75:                                               ; preds = %73, %71
  %76 = phi i32 [ %72, %71 ], [ %74, %73 ]
  br label %77

77:                                               ; preds = %75, %58, %49, %27
  %.0 = phi i32 [ 1, %27 ], [ 2, %49 ], [ %59, %58 ], [ %76, %75 ]
  ret i32 %.0

78:                                               ; preds = %50
  %79 = phi ptr [ %57, %50 ]
  indirectbr ptr %79, [label %58, label %60]
}

declare void @rethread_symbolic(ptr noundef, i64 noundef, ptr noundef)

declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)

declare i32 @llvm.ctpop.i32(i32)

declare i32 @llvm.ctlz.i32(i32, i1 immarg)

declare i32 @llvm.bswap.i32(i32)



