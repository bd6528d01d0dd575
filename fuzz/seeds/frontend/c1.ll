target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.S = type { i8, i16, i8, i64, double }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@.str = private unnamed_addr constant [2 x i8] c"x\00", align 1
@table = internal global [2 x ptr] zeroinitializer, align 16
@g = internal global [3 x %struct.S] [%struct.S { i8 1, i16 2, i8 3, i64 4, double 5.000000e+00 }, %struct.S zeroinitializer, %struct.S zeroinitializer], align 16

define dso_local i32 @main(i32 noundef %0, ptr noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca %struct.S, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr %3)
  call void @rethread_symbolic(ptr noundef %3, i64 noundef 4, ptr noundef @.str)
  store ptr @v, ptr @table, align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr %4)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, 1
  %7 = sext i32 %6 to i64
  %8 = getelementptr inbounds [3 x %struct.S], ptr @g, i64 0, i64 %7
  call void @copy(ptr dead_on_unwind writable sret(%struct.S) align 8 %4, ptr noundef byval(%struct.S) align 8 %8)
  %9 = load i32, ptr %3, align 4
  %10 = and i32 %9, 7
  %11 = sext i32 %10 to i64
  %12 = call ptr @malloc(i64 noundef %11)
  %13 = load i32, ptr %3, align 4
  switch i32 %13, label %17 [
    i32 1, label %14
    i32 5, label %16
  ]

14:                                               ; preds = %2
  %15 = getelementptr inbounds i8, ptr %12, i64 0
  store i8 1, ptr %15, align 1
  br label %23

16:                                               ; preds = %2
  call void @free(ptr noundef %12)
  br label %23

17:                                               ; preds = %2
  %18 = load i32, ptr %3, align 4
  %19 = sitofp i32 %18 to double
  %20 = getelementptr inbounds %struct.S, ptr %4, i32 0, i32 4
  %21 = load double, ptr %20, align 8
  %22 = fdiv double %21, %19
  store double %22, ptr %20, align 8
  br label %23

23:                                               ; preds = %17, %16, %14
  %24 = load i32, ptr %3, align 4
  %25 = and i32 %24, 3
  %26 = zext i32 %25 to i64
  %27 = call ptr @llvm.stacksave.p0()
  %28 = alloca i32, i64 %26, align 16
  br label %29

29:                                               ; preds = %40, %23
  %.0 = phi i32 [ 0, %23 ], [ %41, %40 ]
  %30 = load i32, ptr %3, align 4
  %31 = and i32 %30, 3
  %32 = icmp slt i32 %.0, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %29
  br label %42

34:                                               ; preds = %29
  %35 = load ptr, ptr @table, align 16
  %36 = load i32, ptr %3, align 4
  %37 = call i32 (i32, ...) %35(i32 noundef 2, i32 noundef %.0, i32 noundef %36)
  %38 = sext i32 %.0 to i64
  %39 = getelementptr inbounds i32, ptr %28, i64 %38
  store i32 %37, ptr %39, align 4
  br label %40

40:                                               ; preds = %34
  %41 = add nsw i32 %.0, 1
  br label %29

42:                                               ; preds = %33
  %43 = ptrtoint ptr %12 to i64
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %4, ptr align 16 @g, i64 24, i1 false)
  call void @free(ptr noundef %12)
  %44 = getelementptr inbounds %struct.S, ptr %4, i32 0, i32 4
  %45 = load double, ptr %44, align 8
  %46 = fptosi double %45 to i32
  %47 = icmp eq i64 %43, 0
  %48 = zext i1 %47 to i32
  %49 = add nsw i32 %46, %48
  %50 = load i32, ptr %3, align 4
  %51 = icmp sgt i32 %50, 3
  br i1 %51, label %52, label %58

52:                                               ; preds = %42
  %53 = getelementptr inbounds ptr, ptr %1, i64 0
  %54 = load ptr, ptr %53, align 8
  %55 = getelementptr inbounds i8, ptr %54, i64 0
  %56 = load i8, ptr %55, align 1
  %57 = sext i8 %56 to i32
  br label %64

58:                                               ; preds = %42
  %59 = getelementptr inbounds %struct.S, ptr %4, i32 0, i32 2
  %60 = load i8, ptr %59, align 4
  %61 = shl i8 %60, 3
  %62 = ashr i8 %61, 3
  %63 = sext i8 %62 to i32
  br label %64

64:                                               ; preds = %58, %52
  %65 = phi i32 [ %57, %52 ], [ %63, %58 ]
  %66 = add nsw i32 %49, %65
  call void @llvm.stackrestore.p0(ptr %27)
  call void @llvm.lifetime.end.p0(i64 24, ptr %4)
  call void @llvm.lifetime.end.p0(i64 4, ptr %3)
  ret i32 %66
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)

declare void @rethread_symbolic(ptr noundef, i64 noundef, ptr noundef)

define internal i32 @v(i32 noundef %0, ...) {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr %2)
  %3 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %2, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %3)
  br label %4

4:                                                ; preds = %21, %1
  %.01 = phi i32 [ 0, %1 ], [ %24, %21 ]
  %.0 = phi i32 [ %0, %1 ], [ %5, %21 ]
  %5 = add nsw i32 %.0, -1
  %6 = icmp sgt i32 %.0, 0
  br i1 %6, label %7, label %25

7:                                                ; preds = %4
  %8 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %2, i64 0, i64 0
  %9 = getelementptr inbounds %struct.__va_list_tag, ptr %8, i32 0, i32 0
  %10 = load i32, ptr %9, align 16
  %11 = icmp ule i32 %10, 40
  br i1 %11, label %12, label %17

12:                                               ; preds = %7
  %13 = getelementptr inbounds %struct.__va_list_tag, ptr %8, i32 0, i32 3
  %14 = load ptr, ptr %13, align 16
  %15 = getelementptr i8, ptr %14, i32 %10
  %16 = add i32 %10, 8
  store i32 %16, ptr %9, align 16
  br label %21

17:                                               ; preds = %7
  %18 = getelementptr inbounds %struct.__va_list_tag, ptr %8, i32 0, i32 2
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr i8, ptr %19, i32 8
  store ptr %20, ptr %18, align 8
  br label %21

21:                                               ; preds = %17, %12
  %22 = phi ptr [ %15, %12 ], [ %19, %17 ]
  %23 = load i32, ptr %22, align 4
  %24 = add nsw i32 %.01, %23
  br label %4

25:                                               ; preds = %4
  %26 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %2, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %26)
  call void @llvm.lifetime.end.p0(i64 24, ptr %2)
  ret i32 %.01
}

define internal void @copy(ptr dead_on_unwind noalias writable sret(%struct.S) align 8 %0, ptr noundef byval(%struct.S) align 8 %1) {
  %3 = getelementptr inbounds %struct.S, ptr %1, i32 0, i32 3
  %4 = load i64, ptr %3, align 8
  %5 = add nsw i64 %4, 1
  store i64 %5, ptr %3, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %0, ptr align 8 %1, i64 24, i1 false)
  ret void
}

declare ptr @malloc(i64 noundef)

declare void @free(ptr noundef)

declare ptr @llvm.stacksave.p0()

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)

declare void @llvm.stackrestore.p0(ptr)

declare void @llvm.va_start.p0(ptr)

declare void @llvm.va_end.p0(ptr)



