/**
 * The experiments of Liu et al., "A Deep Dive into Common Open Formats for Analytical DBMSs", PVLDB
 * 16(11), 2023, on tables of TPC-DS: sizes, writing, loading, projections and filters.
 */
package io.placed.experiments.formats;
