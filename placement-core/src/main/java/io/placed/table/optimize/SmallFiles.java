package io.placed.table.optimize;

import io.placed.table.file.DataFile;
import java.util.ArrayList;
import java.util.List;

/** Merges of neighbouring small files, and of files that are merged in any case. */
final class SmallFiles {
  private final long fileBytes;
  private final double growth;
  private final List<List<DataFile>> merges = new ArrayList<>();

  SmallFiles(OptimizeOptions options) {
    this.fileBytes = options.fileBytes();
    this.growth = options.growth();
  }

  /** Groups of at least two files. */
  List<List<DataFile>> merges() {
    return merges;
  }

  /**
   * Looks for merges in a sequence.
   *
   * @param sequence several files at one place are merged in any case
   */
  void addSequence(List<List<DataFile>> sequence) {
    List<List<DataFile>> together = new ArrayList<>();
    long bytes = 0;
    for (List<DataFile> files : sequence) {
      if (bytes(files) >= fileBytes / 2) {
        merge(together);
        merge(List.of(files));
        together = new ArrayList<>();
        bytes = 0;
        continue;
      }
      together.add(files);
      bytes += bytes(files);
      // What is merged is not small any more, even if it is compressed better.
      if (bytes >= fileBytes - fileBytes / 4) {
        merge(together);
        together = new ArrayList<>();
        bytes = 0;
      }
    }
    merge(together);
  }

  /** The largest file stays alone, between two sequences, unless the others are enough for it. */
  private void merge(List<List<DataFile>> sequence) {
    List<DataFile> files = sequence.stream().flatMap(List::stream).toList();
    if (files.size() < 2) {
      return;
    }
    int largest = -1;
    for (int i = 0; i < sequence.size(); i++) {
      if (sequence.get(i).size() == 1
          && (largest < 0 || bytes(sequence.get(i)) > bytes(sequence.get(largest)))) {
        largest = i;
      }
    }
    long most = largest < 0 ? 0 : bytes(sequence.get(largest));
    if (bytes(files) - most >= growth * most) {
      merges.add(files);
      return;
    }
    merge(sequence.subList(0, largest));
    merge(sequence.subList(largest + 1, sequence.size()));
  }

  private static long bytes(List<DataFile> files) {
    return files.stream().mapToLong(DataFile::totalLength).sum();
  }
}
