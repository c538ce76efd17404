/** Selection of the files of a table or of paths, their column names, and time travel. */
package io.placed.spark.read.source;
