/** What users and Spark name: the data source {@code placed}, the catalog, table maintenance. */
package io.placed.spark;
