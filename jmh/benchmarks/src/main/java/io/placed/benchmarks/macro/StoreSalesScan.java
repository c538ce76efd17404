package io.placed.benchmarks.macro;

/** The sum of every column of store_sales, or of another table. */
public class StoreSalesScan extends ScanBenchmark {}
