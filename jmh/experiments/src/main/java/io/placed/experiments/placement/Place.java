package io.placed.experiments.placement;

import io.placed.experiments.Hdfs;
import io.placed.experiments.NotMeasuredException;
import io.placed.io.FileStore;
import io.placed.io.LocalFileStore;
import io.placed.io.hadoop.HadoopFileStores;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * Where files are read from.
 *
 * @param store as Placed reads
 * @param hadoop as other formats read
 * @param base address of the directory, with a slash at its end; null = where they were written
 */
record Place(FileStore store, Configuration hadoop, String base) {
  static Place local() {
    return new Place(new LocalFileStore(), new Configuration(), null);
  }

  static Place of(Hdfs hdfs, boolean shortCircuit) throws IOException, NotMeasuredException {
    Configuration hadoop = shortCircuit ? hdfs.shortCircuit() : hdfs.configuration();
    // Every configuration needs a client of its own.
    hadoop.setBoolean("fs.hdfs.impl.disable.cache", true);
    String base = hdfs.path("");
    return new Place(new HadoopFileStores(hadoop).forPath(base), hadoop, base);
  }

  String address(java.nio.file.Path local) {
    return base == null ? local.toString() : base + local.getFileName();
  }
}
