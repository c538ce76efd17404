package io.placed.scan;

import io.placed.error.CorruptFileException;
import io.placed.format.v1.PartChecksum;
import io.placed.format.v1.Root;
import io.placed.format.v1.SiblingEntry;
import io.placed.io.InputFile;
import io.placed.io.RandomInput;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** The table file (number 0) and its siblings, opened when a page in them is wanted. */
final class FileSet implements Closeable {
  private final String path;
  private final List<SiblingEntry> siblings;
  private final Function<String, InputFile> siblingFiles;
  private final Function<RandomInput, RandomInput> counting;
  private final RandomInput[] inputs;
  private final PartChecksum[] checksums;
  private final long length;

  FileSet(
      String path,
      RandomInput input,
      long length,
      UUID fileId,
      Root root,
      Function<String, InputFile> siblingFiles,
      Function<RandomInput, RandomInput> counting) {
    this.path = path;
    this.length = length;
    this.siblings = root.siblings();
    this.siblingFiles = siblingFiles;
    this.counting = counting;
    this.inputs = new RandomInput[siblings.size() + 1];
    this.checksums = new PartChecksum[siblings.size() + 1];
    inputs[0] = input;
    checksums[0] = new PartChecksum(fileId);
    for (int i = 0; i < siblings.size(); i++) {
      checksums[i + 1] = new PartChecksum(siblings.get(i).fileId());
    }
  }

  int count() {
    return inputs.length;
  }

  String path(int file) {
    return file == 0 ? path : siblings.get(file - 1).name();
  }

  long length(int file) {
    return file == 0 ? length : siblings.get(file - 1).length();
  }

  PartChecksum checksum(int file) {
    return checksums[file];
  }

  RandomInput input(int file) throws IOException {
    if (inputs[file] == null) {
      SiblingEntry s = siblings.get(file - 1);
      InputFile f = siblingFiles.apply(s.name());
      if (f.length() != s.length()) {
        throw new CorruptFileException(
            f.path(), 0, "has " + f.length() + " bytes, " + path + " expects " + s.length());
      }
      inputs[file] = counting.apply(f.open());
    }
    return inputs[file];
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (RandomInput in : inputs) {
      if (in != null) {
        try {
          in.close();
        } catch (IOException e) {
          failure = e;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
