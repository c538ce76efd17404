/** Rows by number, in formats that offer them. */
package io.placed.experiments.take;
