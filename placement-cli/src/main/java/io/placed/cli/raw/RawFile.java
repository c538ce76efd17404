package io.placed.cli.raw;

import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.error.NotPlacedFileException;
import io.placed.error.UnsupportedVersionException;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartChecksum;
import io.placed.format.v1.PartKind;
import io.placed.io.InputFile;
import io.placed.io.RandomInput;
import io.placed.text.Amounts;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Reads a file part by part, by the specification alone, and goes on after damage where it can: one
 * damaged part hides only what it alone says.
 */
public final class RawFile {
  /** Longer parts are not read: a damaged length could be any. */
  private static final int MOST_PART_BYTES = 16 << 20;

  private static final int TAIL_MAGIC_AT = FormatV1.TAIL_BYTES - FormatV1.MAGIC_BYTES;
  private static final int NONE = FormatV1.NONE;

  /** What a dump consists of, in the order in which it is read. */
  public interface Sink {
    void part(RawPart part);

    /** Something that cannot be read, or not be believed. */
    void damage(CorruptFileException e);
  }

  private final InputFile file;
  private final RandomInput input;
  private final long length;
  private final RawOptions options;
  private final Sink sink;
  private final Map<Integer, OpenSibling> siblings = new HashMap<>();
  private final Set<Long> dumpedGroups = new HashSet<>();
  private UUID fileId;
  private Footer.Root root;
  private long left;
  private int kept;
  private int pages;

  private record OpenSibling(String path, RandomInput input, long length, UUID fileId) {}

  private RawFile(InputFile file, RandomInput input, RawOptions options, Sink sink)
      throws IOException {
    this.file = file;
    this.input = input;
    this.length = file.length();
    this.options = options;
    this.sink = sink;
  }

  /**
   * @return number of pages that the options left out
   * @throws NotPlacedFileException if nothing tells that it is a Placed file
   */
  public static long dump(InputFile file, RawOptions options, Sink sink) throws IOException {
    try (RandomInput input = file.open()) {
      RawFile raw = new RawFile(file, input, options, sink);
      try {
        raw.run();
      } finally {
        for (OpenSibling s : raw.siblings.values()) {
          if (s != null) {
            s.input.close();
          }
        }
      }
      return raw.left;
    }
  }

  private void run() throws IOException {
    if (length < FormatV1.HEADER_BYTES + FormatV1.TAIL_BYTES) {
      throw new NotPlacedFileException(
          file.path(), "not a complete Placed file: it has " + Amounts.count(length, "byte"));
    }
    byte[] head = bytes(input, 0, FormatV1.HEADER_BYTES);
    byte[] end = bytes(input, length - FormatV1.TAIL_BYTES, FormatV1.TAIL_BYTES);
    byte[] magic = Arrays.copyOfRange(end, TAIL_MAGIC_AT, end.length);
    if (!FormatV1.isMagic(head) && !FormatV1.isMagic(magic)) {
      throw new NotPlacedFileException(
          file.path(), "not a Placed file: it does not start with the magic bytes");
    }
    FieldReader fields = new FieldReader(head, 0, head.length);
    UUID idInHeader = Footer.header(fields);
    fields.span("crc", FormatV1.CHECKSUM_BYTES);
    int headerCrcAt = head.length - FormatV1.CHECKSUM_BYTES;
    boolean sound = fixed(PartKind.HEADER, 0, head, headerCrcAt, idInHeader, fields);
    require(FormatV1.isMagic(head), 0, "the file does not start with the magic bytes");
    long at = length - FormatV1.TAIL_BYTES;
    fields = new FieldReader(end, 0, end.length);
    Footer.Pointer rootPart = Footer.tail(fields);
    fields.span("crc", FormatV1.CHECKSUM_BYTES);
    fields.bytes("magic", FormatV1.MAGIC_BYTES);
    UUID idInTail = id(end);
    int tailCrcAt = TAIL_MAGIC_AT - FormatV1.CHECKSUM_BYTES;
    fixed(PartKind.TAIL, at, end, tailCrcAt, idInTail, fields);
    require(
        FormatV1.isMagic(magic), at + TAIL_MAGIC_AT, "the file does not end with the magic bytes");
    int version = head[8] & 0xFF | (head[9] & 0xFF) << 8;
    if (version != FormatV1.VERSION && sound) {
      throw new UnsupportedVersionException(
          file.path(), version, FormatV1.VERSION, FormatV1.VERSION);
    }
    require(idInHeader.equals(idInTail), at, "header and tail have different file ids");
    fileId = sound ? idInHeader : idInTail;
    boolean sibling = rootPart.length() == 0;
    if (!sibling) {
      footer(rootPart);
    }
  }

  private static UUID id(byte[] tail) {
    return new FieldReader(tail, 20, 16).uuid("file id");
  }

  /** Header or tail, whose checksum is not their end. */
  private boolean fixed(
      PartKind kind, long at, byte[] bytes, int crcAt, UUID id, FieldReader fields) {
    int crc = new PartChecksum(id).of(kind, at, NONE, NONE, NONE, bytes, 0, crcAt);
    int stored = int32(bytes, crcAt);
    sink.part(
        new RawPart(
            kind.text(),
            0,
            at,
            bytes.length,
            RawPart.Place.NONE,
            null,
            hex(stored),
            crc == stored,
            fields.fields(),
            bytes,
            0));
    require(crc == stored, at, "the checksum of the " + kind.text() + " does not match");
    return crc == stored;
  }

  private void footer(Footer.Pointer part) throws IOException {
    List<Footer.Root> found = new ArrayList<>();
    part(PartKind.ROOT, part, NONE, RawPart.Place.NONE, in -> found.add(Footer.root(in)));
    if (found.isEmpty()) {
      return;
    }
    root = found.get(0);
    if (root.metadata().length() > 0) {
      part(PartKind.METADATA, root.metadata(), NONE, RawPart.Place.NONE, Footer::metadata);
    }
    List<Footer.Column> columns = new ArrayList<>();
    for (int b = 0; b < root.buckets().size(); b++) {
      List<Footer.Column> its = new ArrayList<>();
      part(
          PartKind.BUCKET,
          root.buckets().get(b),
          b,
          RawPart.Place.NONE,
          in -> Footer.bucket(in, root, options.pages() - kept, its));
      for (Footer.Column c : its) {
        if (options.wants(c.name())) {
          columns.add(c);
          kept += c.places().stream().mapToInt(p -> p.pages().size()).sum();
        }
      }
    }
    columns.sort((a, b) -> Integer.compare(a.ordinal(), b.ordinal()));
    for (Footer.Column c : columns) {
      column(c);
    }
  }

  private void column(Footer.Column c) throws IOException {
    RawPart.Place place = RawPart.Place.column(c.ordinal(), c.name());
    if (c.statistics().length() > 0) {
      part(
          PartKind.STATISTICS,
          c.statistics(),
          c.ordinal(),
          place,
          in -> Entries.statistics(in, root, c.nodes()));
    }
    if (c.pages().length() > 0) {
      part(
          PartKind.PAGE_STATISTICS,
          c.pages(),
          c.ordinal(),
          place,
          in -> Entries.pageStatistics(in, root, c.nodes()));
    }
    for (Footer.Place p : c.places()) {
      boolean rowMajor = root.rowMajor(p.group());
      if (rowMajor && !dumpedGroups.add(p.group())) {
        continue;
      }
      List<Footer.Node> nodes = rowMajor ? null : c.nodes();
      int most = Math.max(0, options.pages() - pages);
      List<Entries.Stored> stored =
          new ArrayList<>(p.pages().subList(0, Math.min(most, p.pages().size())));
      long[] more = {p.left() + p.pages().size() - stored.size()};
      if (p.part() != null) {
        int ordinal = rowMajor ? (int) p.group() : c.ordinal();
        part(
            PartKind.COLUMN_INDEX,
            p.part(),
            ordinal,
            place,
            in -> {
              more[0] = Entries.index(in, root, nodes, most, stored);
              in.end("the index");
            });
      }
      left += more[0];
      pages += stored.size();
      for (Entries.Stored s : stored) {
        page(s, rowMajor ? NONE : c.ordinal(), rowMajor ? null : c.name(), p.group());
      }
    }
  }

  private void page(Entries.Stored s, int column, String name, long group) throws IOException {
    if (options.only() >= 0 && s.offset() != options.only()) {
      return;
    }
    PartKind kind = s.page() < 0 ? PartKind.DICTIONARY : PartKind.PAGE;
    String what =
        (s.page() < 0 ? "the dictionary" : "page " + s.page())
            + " of row group "
            + s.rowGroup()
            + (name == null ? ", column group " + group : ", column " + name);
    OpenSibling in = s.file() == 0 ? null : sibling(s.file(), what);
    if (s.file() != 0 && in == null) {
      return;
    }
    RandomInput from = in == null ? input : in.input;
    long all = in == null ? length : in.length;
    if (!plausible(what, s.offset(), s.length(), all)) {
      return;
    }
    String path = in == null ? file.path() : in.path;
    byte[] bytes;
    try {
      bytes = bytes(from, s.offset(), (int) s.length());
    } catch (EOFException e) {
      // The length of a sibling is what the footer says.
      sink.damage(
          new CorruptFileException(
              path,
              s.offset(),
              what + " has " + Amounts.count(s.length(), "byte") + ", and the file ends before"));
      return;
    }
    int end = bytes.length - FormatV1.CHECKSUM_BYTES;
    int crc =
        new PartChecksum(in == null ? fileId : in.fileId)
            .of(
                kind,
                s.offset(),
                s.rowGroup(),
                column == NONE ? (int) group : column,
                s.node(),
                bytes,
                0,
                end);
    boolean matches = crc == int32(bytes, end);
    PageBody body = PageBody.of(bytes, end, s, column == NONE);
    RawPart.Place place =
        new RawPart.Place(
            s.rowGroup(),
            (int) group,
            column == NONE ? null : column,
            name,
            s.node() < 0 ? null : s.node(),
            s.page() < 0 ? null : s.page());
    sink.part(
        new RawPart(
            kind.text(),
            s.file(),
            s.offset(),
            s.length(),
            place,
            body.contents(),
            hex(int32(bytes, end)),
            matches,
            body.fields(),
            options.head(bytes),
            0));
    if (!matches) {
      sink.damage(
          new CorruptFileException(
              path, s.offset(), "the checksum of " + what + " does not match"));
    } else if (body.problem() != null) {
      sink.damage(new CorruptFileException(path, s.offset(), what + ": " + body.problem()));
    }
  }

  /** Null if it cannot be opened, which is reported once. */
  private OpenSibling sibling(int number, String what) {
    if (siblings.containsKey(number)) {
      return siblings.get(number);
    }
    OpenSibling opened = null;
    if (number > root.siblings().size()) {
      damage(
          0,
          what + " is in file " + number + ", there are " + root.siblings().size() + " siblings");
    } else {
      Footer.Sibling s = root.siblings().get(number - 1);
      try {
        InputFile its = file.sibling(s.name(), s.length());
        opened = new OpenSibling(its.path(), its.open(), its.length(), s.fileId());
      } catch (IOException e) {
        damage(0, "the sibling " + s.name() + " cannot be opened: " + e.getMessage());
      }
    }
    siblings.put(number, opened);
    return opened;
  }

  /** Reads a part of the footer, as far as its grammar goes. */
  private void part(
      PartKind kind,
      Footer.Pointer at,
      int column,
      RawPart.Place place,
      Consumer<FieldReader> grammar)
      throws IOException {
    String what = "the " + kind.text() + (place.name() == null ? "" : " of column " + place.name());
    if (!plausible(what, at.offset(), at.length(), length)) {
      return;
    }
    byte[] bytes = bytes(input, at.offset(), (int) at.length());
    int end = bytes.length - FormatV1.CHECKSUM_BYTES;
    int crc = new PartChecksum(fileId).of(kind, at.offset(), NONE, column, NONE, bytes, 0, end);
    boolean matches = crc == int32(bytes, end);
    FieldReader fields = new FieldReader(bytes, 0, end);
    MalformedDataException problem = null;
    try {
      grammar.accept(fields);
    } catch (MalformedDataException e) {
      problem = e;
    }
    int stopped = fields.position();
    fields.rest("not read");
    fields.crc(end, FormatV1.CHECKSUM_BYTES);
    sink.part(
        new RawPart(
            kind.text(),
            0,
            at.offset(),
            at.length(),
            place,
            null,
            hex(int32(bytes, end)),
            matches,
            fields.fields(),
            bytes,
            fields.moreFields()));
    require(matches, at.offset(), "the checksum of " + what + " does not match");
    if (problem != null) {
      damage(at.offset() + stopped, what + ": " + problem.getMessage());
    }
  }

  private boolean plausible(String what, long offset, long bytes, long all) {
    boolean inside = offset >= 0 && bytes >= FormatV1.CHECKSUM_BYTES && bytes <= all - offset;
    require(
        inside,
        Math.max(0, offset),
        what + " would have " + bytes + " bytes of the " + all + " of the file");
    if (inside && bytes > MOST_PART_BYTES) {
      damage(offset, what + " has " + bytes + " bytes, more than are dumped");
    }
    return inside && bytes <= MOST_PART_BYTES;
  }

  private void require(boolean holds, long offset, String detail) {
    if (!holds) {
      damage(offset, detail);
    }
  }

  private void damage(long offset, String detail) {
    sink.damage(new CorruptFileException(file.path(), offset, detail));
  }

  private static byte[] bytes(RandomInput input, long offset, int length) throws IOException {
    byte[] out = new byte[length];
    input.readFully(offset, out, 0, length);
    return out;
  }

  private static int int32(byte[] bytes, int at) {
    return (int) new FieldReader(bytes, at, 4).u32("crc");
  }

  private static String hex(int crc) {
    return HexFormat.of().toHexDigits(crc);
  }
}
