/** Values that are all the same. */
package io.placed.encoding.constant;
