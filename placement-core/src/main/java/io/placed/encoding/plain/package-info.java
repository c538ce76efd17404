/** Values without encoding. */
package io.placed.encoding.plain;
