package io.placed.hive.write;

import io.placed.io.hadoop.HadoopFileStores;
import io.placed.table.DataSet;
import io.placed.table.commit.LoadedFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds data sets with snapshots in or around a directory whose files would be removed. */
final class SnapshotPlaces {
  private final Configuration conf;

  SnapshotPlaces(Configuration conf) {
    this.conf = conf;
  }

  /** Whether the default file system is local. */
  boolean areLocal() {
    return "file".equals(FileSystem.getDefaultUri(conf).getScheme());
  }

  DataSet dataSet(Path place) throws IOException {
    return DataSet.at(new HadoopFileStores(conf), place.toString());
  }

  /** See {@link Loads}. */
  void requireFit(Path loaded, LoadedFiles.Target target) throws IOException {
    Loads.requireFit(conf, loaded.toString(), false, target);
  }

  /** The data set that the path is or is inside of; null if there is none. */
  Path around(Path place) throws IOException {
    HadoopFileStores stores = new HadoopFileStores(conf);
    for (Path p = place; p != null; p = p.getParent()) {
      if (DataSet.at(stores, p.toString()).hasSnapshots()) {
        return p;
      }
    }
    return null;
  }

  /** The same; otherwise the first data set that is found in the directories below the path. */
  Path aroundOrBelow(Path place) throws IOException {
    Path around = around(place);
    return around != null ? around : below(place.getFileSystem(conf), place);
  }

  private Path below(FileSystem fs, Path directory) throws IOException {
    FileStatus[] children;
    try {
      children = fs.listStatus(directory);
    } catch (FileNotFoundException e) {
      return null; // nothing exists there
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
