/** The Java API; start with {@link io.placed.Placed}. */
package io.placed;
