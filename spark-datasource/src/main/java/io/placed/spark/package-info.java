/** The data source {@code placed}: how Spark finds it, its options, types and tables. */
package io.placed.spark;
