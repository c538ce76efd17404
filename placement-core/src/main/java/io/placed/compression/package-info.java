/**
 * General-purpose compression of blocks of bytes: none, LZ4 and Zstandard. Independent of pages and
 * values; a block is kept compressed only if that pays.
 */
package io.placed.compression;
