/** Byte strings that share a prefix with the one before. */
package io.placed.encoding.frontcoding;
