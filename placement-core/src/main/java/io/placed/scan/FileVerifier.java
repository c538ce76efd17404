package io.placed.scan;

import io.placed.encoding.PageDecoder;
import io.placed.error.CorruptFileException;
import io.placed.error.InsufficientMemoryException;
import io.placed.error.UnsupportedVersionException;
import io.placed.format.v1.ColumnPlace;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.Node;
import io.placed.format.v1.PartPointer;
import io.placed.format.v1.Tail;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.scan.decode.ColumnDecoder;
import io.placed.scan.decode.DecoderBuilder;
import io.placed.scan.decode.GroupReader;
import io.placed.scan.decode.NodeReader;
import io.placed.scan.decode.Parents;
import io.placed.scan.fetch.FileSet;
import io.placed.scan.fetch.PageFetcher;
import io.placed.scan.fetch.PartUser;
import io.placed.scan.footer.FileFooter;
import io.placed.scan.footer.StoredColumn;
import io.placed.scan.request.ReadRequest;
import io.placed.vector.Column;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Verifies a file and its siblings: all checksums and counts, that every value decodes, and that
 * every byte belongs to exactly one part. Continues after damage, to report all of it.
 */
public final class FileVerifier {
  private final List<Damage> damages = new ArrayList<>();
  private final Coverage coverage = new Coverage();
  private final Set<Long> sharedIndexes = new HashSet<>();
  private final FileReader file;

  private FileVerifier(FileReader file) {
    this.file = file;
  }

  /**
   * All damage of a file and its siblings, by path and offset; empty if they are sound.
   *
   * @throws FileNotFoundException if the file does not exist
   */
  public static List<Damage> verify(InputFile input, IoCounters counters) throws IOException {
    try (FileReader file = FileReader.open(input, counters)) {
      FileVerifier v = new FileVerifier(file);
      v.run();
      v.damages.sort(Comparator.comparing(Damage::path).thenComparingLong(Damage::offset));
      return v.damages;
    } catch (CorruptFileException e) {
      return List.of(new Damage(e.path(), e.offset(), e.detail()));
    } catch (InsufficientMemoryException e) {
      return List.of(notVerified(e, input.path()));
    } catch (UnsupportedVersionException e) {
      return List.of(notVerified(e));
    }
  }

  /** The part may be sound, but could not be verified. */
  private static Damage notVerified(InsufficientMemoryException e, String file) {
    return new Damage(
        e.path() == null ? file : e.path(), e.offset(), "not verified: " + e.detail());
  }

  /** The file may be newer, or the version number may be damaged. */
  private static Damage notVerified(UnsupportedVersionException e) {
    return new Damage(e.path(), 0, "not verified: " + e.detail());
  }

  private interface Check {
    void run() throws IOException;
  }

  private boolean check(Check check) throws IOException {
    try {
      check.run();
      return true;
    } catch (CorruptFileException e) {
      // Columns of a row-major group share their pages, and therefore damage.
      Damage damage = new Damage(e.path(), e.offset(), e.detail());
      if (!damages.contains(damage)) {
        damages.add(damage);
      }
    } catch (InsufficientMemoryException e) {
      damages.add(notVerified(e, file.path()));
    } catch (UnsupportedVersionException e) {
      damages.add(notVerified(e));
    } catch (UncheckedIOException e) {
      if (!(e.getCause() instanceof InsufficientMemoryException memory)) {
        throw e.getCause();
      }
      damages.add(notVerified(memory, file.path()));
    } catch (IllegalArgumentException e) {
      damages.add(new Damage(file.path(), file.footer().tail().rootOffset(), e.getMessage()));
    }
    return false;
  }

  private void run() throws IOException {
    FileFooter footer = file.footer();
    check(
        () -> {
          byte[] header = new byte[FormatV1.HEADER_BYTES];
          file.input().readFully(0, header, 0, header.length);
          if (!Tail.readHeader(file.path(), header, FormatV1.ROLE_TABLE).equals(file.fileId())) {
            throw new CorruptFileException(
                file.path(), 0, "the file ids in header and tail differ");
          }
        });
    check(file::placement);
    check(file::metadata);
    addPart(footer.root().metadata());
    for (int b = 0; b < footer.root().bucketLengths().length; b++) {
      addPart(footer.bucketPart(b));
    }
    boolean whole = check(file::schema);
    if (!whole) {
      return;
    }
    for (StoredColumn c : footer.columns()) {
      addPart(c.record().statistics());
      addPart(c.record().pageStatistics());
      for (int copy = 0; copy < footer.copies(); copy++) {
        whole &= verifyColumn(c.in(copy));
      }
      footer.parts().forget();
    }
    for (int f = 1; f < file.files().count(); f++) {
      int number = f;
      check(() -> SiblingVerifier.verify(file.files(), number));
    }
    if (whole) {
      verifyCoverage();
    }
  }

  private boolean verifyColumn(StoredColumn c) throws IOException {
    ColumnPlace place = c.place();
    boolean firstUse = place.index() != null || sharedIndexes.add(place.indexPart().offset());
    if (firstUse) {
      addPart(place.indexPart());
    }
    if (!check(() -> file.footer().loadIndexes(Parents.with(file.footer(), List.of(c))))) {
      return false;
    }
    check(() -> file.fileStatistics().load(List.of(c)));
    check(() -> file.fileStatistics().loadPages(List.of(c)));
    long bytes = 0;
    for (int g = 0; g < file.rowGroupEntries().size(); g++) {
      for (int n = 0; n < c.chunks(); n++) {
        bytes += c.chunk(g, n).storedBytes();
        if (firstUse) {
          coverage.add(c.chunk(g, n));
        }
      }
      verifyRowGroup(c, g);
    }
    if (file.footer().copies() > 1 && bytes != place.bytes()) {
      String name = c.field().name();
      damages.add(
          new Damage(
              file.path(),
              file.footer().tail().rootOffset(),
              String.format(
                  Locale.ROOT,
                  "column %s has %d bytes according to its record, found %d",
                  name,
                  place.bytes(),
                  bytes)));
    }
    return true;
  }

  /** Verifies every node separately, so that damage in one does not hide damage in another. */
  private void verifyRowGroup(StoredColumn c, int g) throws IOException {
    PageFetcher fetcher = new PageFetcher(file.files(), file.ioCounters());
    int pages = file.rowGroupEntries().get(g).pages();
    if (c.rowMajor()) {
      GroupReader group = new GroupReader(c, file.rowGroupEntries(), fetcher);
      for (int p = 0; p < pages; p++) {
        int page = p;
        check(
            () -> {
              fetch(fetcher, group, g, page, false);
              Column target = Column.of(c.field().type());
              int rows = file.rowGroupEntries().get(g).rowsOfPage(page);
              group.decode(g, page, c.place().positionInGroup(), 0, rows, target);
            });
      }
      return;
    }
    if (!c.parents().isEmpty()) {
      verifyDerived(c, g, fetcher);
      return;
    }
    for (Node n : c.nodes()) {
      NodeReader node = new NodeReader(c, n, file.rowGroupEntries(), fetcher);
      boolean[] first = {true};
      for (int p = 0; p < pages; p++) {
        int page = p;
        boolean sound =
            check(
                () -> {
                  fetch(fetcher, node, g, page, first[0]);
                  first[0] = false;
                  decode(node, g, page);
                });
        if (!sound && first[0]) {
          break; // Without the dictionary no page of the chunk can be decoded.
        }
      }
    }
  }

  /** Includes the parent columns, whose damage is found a second time. */
  private void verifyDerived(StoredColumn c, int g, PageFetcher fetcher) throws IOException {
    Set<StoredColumn> all = Parents.with(file.footer(), List.of(c));
    DecoderBuilder builder =
        new DecoderBuilder(file.rowGroupEntries(), fetcher, ReadRequest.all(), all);
    ColumnDecoder decoder = builder.leaf(c);
    for (int p = 0; p < file.rowGroupEntries().get(g).pages(); p++) {
      int page = p;
      check(
          () -> {
            List<PageFetcher.Wanted> wanted = new ArrayList<>();
            for (PartUser user : builder.users()) {
              user.addParts(g, page, true, wanted);
            }
            fetcher.fetch(wanted);
            for (PartUser user : builder.users()) {
              user.beginStep(g);
            }
            int rows = file.rowGroupEntries().get(g).rowsOfPage(page);
            decoder.decode(g, page, 0, rows, Column.of(c.field().type()));
          });
    }
  }

  private static void fetch(PageFetcher fetcher, PartUser user, int g, int page, boolean first)
      throws IOException {
    List<PageFetcher.Wanted> wanted = new ArrayList<>();
    user.addParts(g, page, first, wanted);
    fetcher.fetch(wanted);
    user.beginStep(g);
  }

  private void decode(NodeReader node, int g, int page) throws IOException {
    int count = node.values(g, page);
    try {
      PageDecoder decoder = node.page(g, page);
      Column values = Column.of(node.type());
      switch (node.type().storage()) {
        case LENGTHS -> {
          int[] lengths = new int[count];
          decoder.decodeLengths(0, count, lengths, 0);
          node.requireElements(g, page, Arrays.stream(lengths).asLongStream().sum());
          values.setSize(count);
          decoder.decodeValidity(0, count, values);
        }
        case NONE -> {
          values.setSize(count);
          decoder.decodeValidity(0, count, values);
        }
        default -> decoder.decode(0, count, values);
      }
    } catch (RuntimeException e) {
      throw node.malformed(g, page, e);
    }
  }

  private void addPart(PartPointer part) {
    coverage.add(0, part);
  }

  private void verifyCoverage() throws IOException {
    FileSet files = file.files();
    damages.addAll(coverage.damages(0, file.path(), file.footer().tail().rootOffset()));
    for (int f = 1; f < files.count(); f++) {
      long end = files.length(f) - FormatV1.TAIL_BYTES;
      damages.addAll(coverage.damages(f, files.path(f), end));
    }
  }
}
