package io.placed.table.commit;

import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;

/**
 * Commits whose files a vacuum removes as orphans: {@code _placed/claims/<commit>.json}. A claim is
 * written before the first file is removed, and removed after the last: a writer that finds no
 * claim, and all of its files, can rely on them.
 */
public final class CommitClaims {
  private static final String DIRECTORY = "claims";
  private static final String SUFFIX = ".json";
  private static final String VACUUM = "VACUUM";

  private final FileStore store;
  private final String directory;

  public CommitClaims(TableDirectory table) {
    this.store = table.store();
    this.directory = PathNames.join(table.log().directory(), DIRECTORY);
  }

  /** Claims the files of a commit for a vacuum; another vacuum may hold the claim already. */
  public void take(String commitId) throws IOException {
    String path = path(commitId);
    String line = Json.write(out -> out.beginObject().name("holder").value(VACUUM).endObject());
    while (!store.putIfAbsent(path, CheckedLine.of(line)) && !isTaken(commitId)) {
      store.delete(path, false); // Claims of writers exist in the first tables only.
    }
  }

  /** Whether a vacuum has claimed the files of a commit. */
  public boolean isTaken(String commitId) throws IOException {
    String path = path(commitId);
    try {
      Json in = Json.parse(CheckedLine.read(store.readAll(path)), "claim");
      String holder = in.string("holder");
      in.end();
      return holder.equals(VACUUM);
    } catch (FileNotFoundException e) {
      return false;
    } catch (MalformedDataException e) {
      throw new CorruptFileException(path, 0, e.getMessage(), e);
    }
  }

  /** The commit of a claim in {@link #files}. */
  public static String commitOf(FileInfo file) {
    String name = PathNames.name(file.path());
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }

  public List<FileInfo> files() throws IOException {
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
