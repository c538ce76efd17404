/** Hadoop file systems: HDFS and object stores. The only package that depends on Hadoop. */
package io.placed.io.hadoop;
