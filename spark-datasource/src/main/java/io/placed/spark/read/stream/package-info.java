/** Tables as streams of commits. */
package io.placed.spark.read.stream;
