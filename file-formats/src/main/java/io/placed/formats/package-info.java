/**
 * Files of other formats as batches of rows: what a source of rows and a sink are, and one package
 * for each format that implements them.
 */
package io.placed.formats;
