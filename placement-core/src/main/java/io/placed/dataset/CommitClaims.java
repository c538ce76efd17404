package io.placed.dataset;

import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;

/**
 * Who may decide about the files of a commit that took so long that a vacuum could take them for
 * what a crash left: {@code _placed/claims/<commit>.json}, made by its writer right before it
 * commits, or by the vacuum right before it removes them. The file can be made once only, so there
 * is no moment at which both may go on.
 */
final class CommitClaims {
  private static final String DIRECTORY = "claims";
  private static final String SUFFIX = ".json";

  /** Each time the other side's claim went away in between. */
  private static final int MAX_ATTEMPTS = 10;

  /** Who has a claim. */
  enum Holder {
    WRITER,
    VACUUM
  }

  private final FileStore store;
  private final String directory;

  CommitClaims(DataSet dataSet) {
    this.store = dataSet.store();
    this.directory = PathNames.join(dataSet.log().directory(), DIRECTORY);
  }

  /**
   * Claims the files of a commit. A claim of one's own kind that is there already serves: a rewrite
   * that goes on, or a vacuum that was killed.
   *
   * @return false if the other side has them
   */
  boolean take(String commitId, Holder holder) throws IOException {
    String path = path(commitId);
    String line =
        Json.write(out -> out.beginObject().name("holder").value(holder.name()).endObject());
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (store.putIfAbsent(path, CheckedLine.of(line))) {
        return true;
      }
      try {
        return holderOf(path) == holder;
      } catch (FileNotFoundException e) {
        continue; // It was released meanwhile.
      }
    }
    throw new IOException(path + ": came and went " + MAX_ATTEMPTS + " times; try again");
  }

  private Holder holderOf(String path) throws IOException {
    try {
      Json in = Json.parse(CheckedLine.read(store.readAll(path)), "claim");
      Holder holder = Holder.valueOf(in.string("holder"));
      in.end();
      return holder;
    } catch (MalformedDataException | IllegalArgumentException e) {
      throw new CorruptFileException(path, 0, e.getMessage(), e);
    }
  }

  void release(String commitId) throws IOException {
    store.delete(path(commitId), false);
  }

  List<FileInfo> files() throws IOException {
    try {
      return store.list(directory, false);
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  private String path(String commitId) {
    return PathNames.join(directory, commitId + SUFFIX);
  }
}
