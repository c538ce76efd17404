/** File systems through Hadoop: HDFS and the object stores. The only package that knows them. */
package io.placed.io.hadoop;
