package io.placed.io.hadoop;

import io.placed.io.ReadTarget;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * Reads of several ranges in one call of Hadoop. A class of its own, because Hadoop before 3.3.5,
 * which Spark 3.5 has, lacks the classes that it uses; none of its streams has the capability.
 */
final class VectoredReads {
  private VectoredReads() {}

  static void read(FSDataInputStream stream, String path, long length, List<ReadTarget> targets)
      throws IOException {
    List<FileRange> ranges = new ArrayList<>();
    for (ReadTarget t : targets) {
      if (t.position() > length - t.length()) {
        throw new EOFException(
            path
                + ": ends at byte "
                + length
                + ", requested "
                + t.length()
                + " bytes at "
                + t.position());
      }
      ranges.add(FileRange.createFileRange(t.position(), t.length()));
    }
    stream.readVectored(ranges, ByteBuffer::allocate);
    for (int i = 0; i < ranges.size(); i++) {
      ReadTarget t = targets.get(i);
      ByteBuffer bytes = FutureIO.awaitFuture(ranges.get(i).getData());
      bytes.get(t.buffer(), t.offset(), t.length());
    }
  }
}
