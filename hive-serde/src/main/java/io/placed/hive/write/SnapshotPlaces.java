package io.placed.hive.write;

import io.placed.io.hadoop.HadoopFileStores;
import io.placed.table.DataSet;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Where data sets with snapshots are, seen from a place whose files are about to go. */
final class SnapshotPlaces {
  private final Configuration conf;

  SnapshotPlaces(Configuration conf) {
    this.conf = conf;
  }

  /** Whether tables are on local disks unless they say otherwise. */
  boolean areLocal() {
    return "file".equals(FileSystem.getDefaultUri(conf).getScheme());
  }

  /** The data set that the place is, or is in; null if there is none. */
  Path around(Path place) throws IOException {
    HadoopFileStores stores = new HadoopFileStores(conf);
    for (Path p = place; p != null; p = p.getParent()) {
      if (DataSet.at(stores, p.toString()).hasSnapshots()) {
        return p;
      }
    }
    return null;
  }

  /** The same, or the first one found in the directories below the place. */
  Path aroundOrBelow(Path place) throws IOException {
    Path around = around(place);
    return around != null ? around : below(place.getFileSystem(conf), place);
  }

  private Path below(FileSystem fs, Path directory) throws IOException {
    FileStatus[] children;
    try {
      children = fs.listStatus(directory);
    } catch (FileNotFoundException e) {
      return null; // Nothing is there that could be removed.
    }
    for (FileStatus child : children) {
      Path path = child.getPath();
      if (child.isDirectory() && !path.equals(directory)) {
        boolean here = DataSet.at(new HadoopFileStores(conf), path.toString()).hasSnapshots();
        Path found = here ? path : below(fs, path);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }
}
