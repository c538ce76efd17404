/** Which files a table or a set of paths has, under which names, as of when. */
package io.placed.spark.read.source;
