/** The local web pages of {@code placed browse}. */
package io.placed.cli.browse;
