/**
 * Tables of other formats for the adviser ({@link io.placed.advise.AdvisedTable}): Parquet and ORC
 * files, and Iceberg and Delta tables by their metadata.
 */
package io.placed.formats.advise;
