/** The data source {@code placed}: registration, options, types and tables. */
package io.placed.spark;
