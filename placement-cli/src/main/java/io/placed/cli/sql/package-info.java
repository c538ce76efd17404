/** SQL over tables by their paths, in an embedded Spark. */
package io.placed.cli.sql;
