package io.placed.table.commit;

import io.placed.format.v1.FormatV1;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.io.RandomInput;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.file.ManagedName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a file must be like that was not written for a commit, and is to be in a table. */
final class AddedFileRules {
  private AddedFileRules() {}

  /**
   * @throws IllegalArgumentException if the file has a name that only files of commits have
   */
  static void requireOwnName(String path) {
    if (ManagedName.commitOf(PathNames.name(path)) != null) {
      throw new IllegalArgumentException(
          path
              + ": is named like a file of a commit, which a vacuum removes unless a snapshot has"
              + " always listed it; rename it first");
    }
  }

  /**
   * @param part of the path that begins with one of these characters
   */
  static IllegalArgumentException hidden(String path, String part) {
    return new IllegalArgumentException(
        path + ": what begins with '_' or '.' is not a part of a table; rename " + part);
  }

  static IllegalArgumentException wasReplaced(FileInfo file) {
    return new IllegalArgumentException(
        file.path()
            + ": was in the table and was replaced or deleted, so a vacuum may remove it at any"
            + " time; copy it to a new name and add the copy");
  }

  /**
   * @param files in one file system
   * @param found those of them that are Placed files with rows of their own
   * @throws IllegalArgumentException if these are not all
   */
  static void requirePlaced(FileStore store, List<FileInfo> files, List<Found> found)
      throws IOException {
    Set<FileInfo> placed = new HashSet<>();
    found.forEach(f -> placed.add(f.info()));
    for (FileInfo file : files) {
      if (!placed.contains(file)) {
        throw new IllegalArgumentException(
            file.path()
                + ": is "
                + what(store, file)
                + "; only Placed files can be added. 'placed convert "
                + file.path()
                + " "
                + file.path().replaceFirst("(\\.[a-z]+)?$", ".placed")
                + "' writes its rows to one");
      }
    }
  }

  private static String what(FileStore store, FileInfo file) throws IOException {
    byte[] start = new byte[(int) Math.min(file.length(), FormatV1.MAGIC_BYTES)];
    try (RandomInput in = store.input(file.path(), file.length()).open()) {
      in.readFully(0, start, 0, start.length);
    }
    if (FormatV1.isMagic(start)) {
      return "a Placed file with columns of another one";
    }
    String magic = new String(start, StandardCharsets.ISO_8859_1);
    return magic.startsWith("PAR1")
        ? "a Parquet file"
        : magic.startsWith("ORC") ? "an ORC file" : "not a Placed file";
  }
}
