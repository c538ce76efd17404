/** The bytes of a file, field by field, for {@code placed inspect --raw}. */
package io.placed.cli.raw;
