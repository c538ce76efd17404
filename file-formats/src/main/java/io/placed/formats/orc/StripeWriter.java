package io.placed.formats.orc;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.impl.PhysicalFsWriter;
import org.apache.orc.impl.StreamName;
import org.apache.orc.impl.writer.WriterEncryptionVariant;

/**
 * Writes stripes so that none straddles two blocks, unless it is larger than one. ORC's own padding
 * uses the target size of stripes and lets others straddle.
 */
final class StripeWriter extends PhysicalFsWriter {
  private static final byte[] ZEROS = new byte[1 << 16];

  /** Offset of the first stripe, after the magic bytes. */
  private static final long HEADER_BYTES = 3;

  /** An upper bound of each column's part of a stripe footer, including its streams. */
  private static final long FOOTER_BYTES_PER_COLUMN = 128;

  private static final long FOOTER_BYTES = 1024;

  private final FSDataOutputStream out;
  private final int columns;
  private final long blockBytes;
  private final boolean alone;
  private long indexBytes;
  private int count;

  /**
   * @param blockBytes size of a block; 0: none
   * @param alone whether each stripe starts a block
   */
  StripeWriter(
      FSDataOutputStream out, OrcFile.WriterOptions options, long blockBytes, boolean alone)
      throws IOException {
    super(out, options.clone().blockPadding(false), new WriterEncryptionVariant[0]);
    this.out = out;
    this.columns = options.getSchema().getMaximumId() + 1;
    this.blockBytes = blockBytes;
    this.alone = alone;
  }

  /** Counts bytes before compression, an upper bound of the stored ones. */
  @Override
  protected OutputStream createIndexStream(StreamName name) {
    return new FilterOutputStream(super.createIndexStream(name)) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        indexBytes += length;
        out.write(bytes, offset, length);
      }

      @Override
      public void write(int b) throws IOException {
        indexBytes++;
        out.write(b);
      }
    };
  }

  @Override
  public void finalizeStripe(
      OrcProto.StripeFooter.Builder footer, OrcProto.StripeInformation.Builder entry)
      throws IOException {
    if (blockBytes > 0) {
      pad(indexBytes + dataBytes() + FOOTER_BYTES + FOOTER_BYTES_PER_COLUMN * columns);
    }
    indexBytes = 0;
    count++;
    super.finalizeStripe(footer, entry);
  }

  /** Number of stripes written. */
  int count() {
    return count;
  }

  private long dataBytes() {
    long sum = 0;
    for (int c = 0; c < columns; c++) {
      sum += getFileBytes(c, null);
    }
    return sum;
  }

  private void pad(long stripe) throws IOException {
    long within = out.getPos() % blockBytes;
    boolean starts = within == 0 || out.getPos() == HEADER_BYTES;
    if (starts || !alone && within + stripe <= blockBytes) {
      return;
    }
    for (long left = blockBytes - within; left > 0; left -= ZEROS.length) {
      out.write(ZEROS, 0, (int) Math.min(left, ZEROS.length));
    }
  }
}
