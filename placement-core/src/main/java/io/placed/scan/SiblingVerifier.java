package io.placed.scan;

import io.placed.error.CorruptFileException;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.SiblingEntry;
import io.placed.format.v1.Tail;
import io.placed.io.RandomInput;
import io.placed.scan.fetch.FileSet;
import java.io.EOFException;
import java.io.IOException;
import java.util.zip.CRC32C;

/** Verifies header, tail, length and file checksum of a sibling; not its pages. */
final class SiblingVerifier {
  private static final int PIECE = 1 << 20;

  private final FileSet files;
  private final int number;
  private final String path;
  private final SiblingEntry entry;

  private SiblingVerifier(FileSet files, int number) {
    this.files = files;
    this.number = number;
    this.path = files.path(number);
    this.entry = files.sibling(number);
  }

  /**
   * @throws CorruptFileException if the sibling is damaged
   */
  static void verify(FileSet files, int number) throws IOException {
    new SiblingVerifier(files, number).run();
  }

  private void run() throws IOException {
    files.requireHeader(number);
    RandomInput in = files.input(number);
    requireEnd(in);
    byte[] tail = new byte[FormatV1.TAIL_BYTES];
    read(in, entry.length() - tail.length, tail, tail.length);
    Tail read;
    try {
      read = Tail.read(path, entry.length(), tail, tail.length, FormatV1.ROLE_SIBLING);
    } catch (CorruptFileException e) {
      throw e;
    } catch (IOException e) {
      throw new CorruptFileException(path, entry.length() - tail.length, e.getMessage(), e);
    }
    if (!read.fileId().equals(entry.fileId())) {
      throw new CorruptFileException(path, 0, "the file ids in header and tail differ");
    }
    CRC32C checksum = new CRC32C();
    byte[] piece = new byte[(int) Math.min(PIECE, entry.length())];
    for (long at = 0; at < entry.length(); ) {
      int n = (int) Math.min(piece.length, entry.length() - at);
      read(in, at, piece, n);
      checksum.update(piece, 0, n);
      at += n;
    }
    if ((int) checksum.getValue() != entry.checksum()) {
      throw new CorruptFileException(
          path, 0, "the checksum of the file does not match the one in " + files.path(0));
    }
  }

  private void read(RandomInput in, long at, byte[] into, int length) throws IOException {
    try {
      in.readFully(at, into, 0, length);
    } catch (EOFException e) {
      throw new CorruptFileException(
          path, at, "the file is truncated, expected " + entry.length() + " bytes", e);
    }
  }

  private void requireEnd(RandomInput in) throws IOException {
    try {
      in.readFully(entry.length(), new byte[1], 0, 1);
    } catch (EOFException e) {
      return;
    }
    throw new CorruptFileException(
        path, entry.length(), "the file is longer than the expected " + entry.length() + " bytes");
  }
}
