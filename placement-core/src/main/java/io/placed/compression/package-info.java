/**
 * General compression of whole blocks of bytes: none, LZ4 and Zstandard. Knows nothing of pages or
 * values; a block is kept compressed only where that pays.
 */
package io.placed.compression;
