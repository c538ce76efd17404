package io.placed.encoding;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.bool.Booleans;
import io.placed.encoding.choice.Choice;
import io.placed.encoding.choice.ChoiceContext;
import io.placed.encoding.choice.CompressionChoice;
import io.placed.encoding.derived.Derivation;
import io.placed.encoding.derived.DerivedPage;
import io.placed.encoding.dictionary.DictionaryEstimate;
import io.placed.encoding.fsst.FsstTable;
import io.placed.encoding.spi.ChunkState;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.values.Int128Values;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.Missing;
import io.placed.encoding.values.PageValues;
import io.placed.encoding.values.StringValues;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.vector.Bits;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.Int128Column;
import io.placed.vector.ListColumn;
import io.placed.vector.MapColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Encodes one node of one row group page by page: the values and validity of a primitive, the
 * validity of a struct, the lengths and validity of a list or map.
 *
 * <p>As long as a dictionary shared by all pages is expected to save space, pages are buffered as
 * dictionary codes. When it is not any more, they are encoded individually. Not thread-safe; used
 * for one row group.
 */
public final class ChunkEncoder {
  /** Expected number of pages that use a shared dictionary, for the decision at the first page. */
  static final int EXPECTED_PAGES = 16;

  private final Storage storage;
  private final EncodingOptions options;
  private final ChunkState shared = ChunkState.ofChunk();
  private final CompressionChoice compression;
  private final ChoiceContext values;

  /** Created by the first page that needs it, because a wide table has an encoder per column. */
  private EncodeContext validityRuns;

  private EncodeContext bitRuns;
  private final List<EncodedPage> pages = new ArrayList<>();
  private DerivedPage.Contexts derivedArrays;
  private long encodedBytes;
  private long heldBytes;

  /**
   * Pages after {@link #pages} that are buffered until the dictionary is complete; null if there
   * are none.
   */
  private DictionaryPages waiting;

  private boolean dictionaryDecided;
  private boolean finished;

  public ChunkEncoder(Type type, EncodingOptions options) {
    this.storage = type.storage();
    this.options = Objects.requireNonNull(options);
    this.compression = new CompressionChoice(options.price());
    this.values = Encodings.root(options, shared);
    this.dictionaryDecided =
        options.maxDictionaryValues() == 0
            || storage == Storage.BITS
            || storage == Storage.NONE
            || storage == Storage.LENGTHS;
  }

  /**
   * Adds values [from, from + count) of the column as one page. The column may be reused
   * afterwards.
   *
   * @throws IllegalArgumentException if the range is outside of the column, or the storage of the
   *     column is a different one
   */
  public void addPage(Column column, int from, int count) {
    addPage(column, from, count, null, List.of());
  }

  /**
   * Like {@link #addPage(Column, int, int)}, but stores the values as a function of other columns
   * if that is cheaper.
   *
   * @param derivationOrNull the same for all pages
   * @param parents the parent columns, with the same rows at the same positions
   */
  public void addPage(
      Column column, int from, int count, Derivation derivationOrNull, List<Column> parents) {
    if (finished) {
      throw new IllegalStateException("the chunk is finished");
    }
    if (from < 0 || count < 0 || count > column.size() - from) {
      throw new IllegalArgumentException(
          "values " + from + " to " + (from + (long) count) + " of " + column.size());
    }
    if (column.type().storage() != storage) {
      throw new IllegalArgumentException("column of " + column.type() + ", expected " + storage);
    }
    PageScratch scratch = PageScratch.ofThread();
    try {
      addPage(column, from, count, derivationOrNull, parents, scratch);
    } finally {
      scratch.dropLarge();
    }
  }

  private void addPage(
      Column column,
      int from,
      int count,
      Derivation derivationOrNull,
      List<Column> parents,
      PageScratch scratch) {
    ByteWriter out = scratch.out;
    out.truncate(0);
    out.u32(count);
    String validity = encodeValidity(column, from, count, scratch);
    if (derivationOrNull != null && waiting == null) {
      dictionaryDecided = true;
      if (derivedArrays == null) {
        derivedArrays =
            new DerivedPage.Contexts(() -> Encodings.nested(options, DerivedPage.DEPTH));
      }
      String derived =
          DerivedPage.encode(column, from, count, derivationOrNull, parents, derivedArrays, out);
      if (derived != null) {
        keep(out, count, derived + validity);
        return;
      }
    }
    switch (storage) {
      case NONE -> keep(out, count, "struct" + validity);
      case BITS -> keep(out, count, encodeBooleans(column, from, count, scratch) + validity);
      case LENGTHS -> {
        IntegerValues lengths = lengths(column, from, count, scratch);
        keep(out, count, values.encode(lengths, out) + validity);
      }
      default -> addValues(column, from, count, validity, scratch);
    }
  }

  private void addValues(Column column, int from, int count, String validity, PageScratch scratch) {
    ByteWriter out = scratch.out;
    PageValues page = load(column, from, count, scratch);
    if (waiting == null && !dictionaryDecided && page.runs() > 1) {
      dictionaryDecided = true;
      if (promises(page)) {
        waiting = new DictionaryPages(page.newDictionary(), options, values);
      }
    }
    if (waiting != null) {
      long[] present = null;
      if (Missing.any(column.validity(), from, count)) {
        present = new long[Bits.words(count)];
        Bits.copy(column.validity(), from, present, 0, count);
      }
      if (waiting.add(page, out.toBytes(), validity, present)) {
        return;
      }
      byte[] head = out.toBytes();
      waiting.encodeDirectly(this::keep);
      waiting = null;
      out.truncate(0);
      out.bytes(head, 0, head.length);
    }
    keep(out, count, values.encode(page, out) + validity);
  }

  /** Whether the sample indicates that a shared dictionary is cheaper than the other encodings. */
  private boolean promises(PageValues page) {
    long start = System.nanoTime();
    double price = options.profile().nanosPerByte();
    Estimate dictionary = DictionaryEstimate.of(page, EXPECTED_PAGES, price);
    double direct = Choice.cost(page, Encodings.withoutDictionary(options, 1));
    shared.addChoosing(System.nanoTime() - start);
    return dictionary != null && dictionaryPays(dictionary.cost(price), direct);
  }

  private void keep(ByteWriter out, int count, String encoding) {
    byte[] bytes = out.toBytes();
    encodedBytes += bytes.length;
    heldBytes += bytes.length;
    long start = System.nanoTime();
    boolean compress = compression.next(bytes, bytes.length);
    shared.addChoosing(System.nanoTime() - start);
    pages.add(new EncodedPage(bytes, bytes.length, count, compress, encoding));
  }

  /**
   * Bytes of the page bodies and the dictionary if the chunk ended here; an estimate while pages
   * are buffered.
   */
  public long estimatedBytes() {
    return encodedBytes + (waiting == null ? 0 : waiting.estimatedBytes());
  }

  /** Returns the encoded pages that were not returned yet, in order, and releases them. */
  public List<EncodedPage> takePages() {
    if (pages.isEmpty()) {
      return List.of();
    }
    List<EncodedPage> taken = List.copyOf(pages);
    pages.clear();
    heldBytes = 0;
    return taken;
  }

  /** Heap bytes that the chunk uses until {@link #finish}. */
  public long memoryBytes() {
    return heldBytes + 64L * pages.size() + (waiting == null ? 0 : waiting.memoryBytes());
  }

  /** Ends the chunk. Its pages are those that {@link #takePages} did not return. */
  public EncodedChunk finish() {
    if (finished) {
      throw new IllegalStateException("the chunk is finished");
    }
    finished = true;
    byte[] dictionary = null;
    if (waiting != null) {
      if (waiting.pays()) {
        dictionary = waiting.encode(this::keep);
      } else {
        waiting.encodeDirectly(this::keep);
      }
      waiting = null;
      PageScratch.ofThread().dropLarge();
    }
    dictionary = SharedPart.bytes(shared.shared(FsstTable.class), dictionary);
    boolean compress =
        dictionary != null
            && new CompressionChoice(options.price()).next(dictionary, dictionary.length);
    return new EncodedChunk(
        dictionary, compress, List.copyOf(pages), shared.choosingNanos(), describe());
  }

  private String describe() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (EncodedPage page : pages) {
      counts.merge(page.encoding(), 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .map(e -> e.getKey() + (e.getValue() == 1 ? "" : " x" + e.getValue()))
        .collect(Collectors.joining("; "));
  }

  private String encodeValidity(Column column, int from, int count, PageScratch scratch) {
    if (!Missing.any(column.validity(), from, count)) {
      scratch.out.u8(PageDecoder.ALL_PRESENT);
      return "";
    }
    long[] words = scratch.longs(Bits.words(count));
    Bits.copy(column.validity(), from, words, 0, count);
    if (validityRuns == null) {
      validityRuns = Encodings.withoutDictionary(options, 2);
    }
    return " nulls:" + Booleans.encode(words, count, validityRuns, scratch.out);
  }

  private String encodeBooleans(Column column, int from, int count, PageScratch scratch) {
    long[] words = scratch.longs(Bits.words(count));
    Bits.copy(((BooleanColumn) column).words(), from, words, 0, count);
    Missing.fillBits(words, column.validity(), from, count);
    if (bitRuns == null) {
      bitRuns = Encodings.withoutDictionary(options, 2);
    }
    return Booleans.encode(words, count, bitRuns, scratch.out);
  }

  /**
   * Lengths according to the offsets, also of null lists, because elements are stored according to
   * the offsets.
   */
  private static IntegerValues lengths(Column column, int from, int count, PageScratch scratch) {
    int[] offsets = column instanceof ListColumn l ? l.offsets() : ((MapColumn) column).offsets();
    long[] lengths = scratch.longs(count);
    for (int i = 0; i < count; i++) {
      lengths[i] = (long) offsets[from + i + 1] - offsets[from + i];
    }
    return new IntegerValues(Storage.INT, lengths, count);
  }

  /**
   * Whether a dictionary saves enough to justify the memory of the pages that are buffered for it.
   */
  static boolean dictionaryPays(double cost, double direct) {
    return cost < direct * 0.9;
  }

  /** Loads the values of a page; of lists and maps, the lengths. */
  static PageValues loadAny(Column column, int from, int n, PageScratch scratch) {
    return column.type().storage() == Storage.LENGTHS
        ? lengths(column, from, n, scratch)
        : load(column, from, n, scratch);
  }

  private static PageValues load(Column column, int from, int n, PageScratch scratch) {
    if (column instanceof BytesColumn b) {
      return StringValues.load(b, from, n, scratch.ints(n), scratch.moreInts(n));
    }
    if (column instanceof Int128Column w) {
      return Int128Values.load(w, from, n, scratch.longs(n), scratch.moreLongs(n));
    }
    return IntegerValues.load(column, from, n, scratch.longs(n));
  }
}
