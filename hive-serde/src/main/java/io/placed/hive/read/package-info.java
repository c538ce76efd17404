/** Planning of splits from directories, and reading of splits as Hive's batches and rows. */
package io.placed.hive.read;
