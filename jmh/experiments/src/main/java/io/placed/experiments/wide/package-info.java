/**
 * The experiments of "How Good is Parquet for Wide Tables (Machine Learning Workloads) Really?",
 * 2024: metadata of tables of very many columns.
 */
package io.placed.experiments.wide;
