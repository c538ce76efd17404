/**
 * The write pipeline: reorder, cut into row groups, encode by column group, pack into physical
 * blocks, finish with a footer.
 */
package io.placed.write;
