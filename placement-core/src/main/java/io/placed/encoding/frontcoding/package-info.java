/** Byte strings that share bytes with the ones before. */
package io.placed.encoding.frontcoding;
