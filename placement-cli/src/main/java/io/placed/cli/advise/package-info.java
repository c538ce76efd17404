/** Advice on placements as text and as a page. */
package io.placed.cli.advise;
