/** The output of {@code placed map}: pictures of the layout of files. */
package io.placed.cli.map;
