/** Values as they are. */
package io.placed.encoding.plain;
