package io.placed.write.options;

import io.placed.compression.Compression;
import io.placed.encoding.Profile;
import io.placed.placement.Placement;
import io.placed.placement.Sizes;
import io.placed.placement.reorder.Reorderers;
import io.placed.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Options of a writer. Immutable. The API, Spark, Hive and the command line use the same names.
 *
 * @param placement the layout of the table
 * @param profile weight of bytes against decoding time in the choice of encodings
 * @param compression of pages, kept only where it pays
 * @param pageRows maximum rows of a page, a multiple of 1,024; fewer if a page would take too much
 *     memory, and equal to the stride if the placement has one
 * @param sortMemory bytes of the heap that a sort takes before it spills, at least 1 MiB; default
 *     256 MiB, or a quarter of the heap if that is less
 * @param writeMemory bytes of encoded pages that a writer holds before it spills them until their
 *     row group is complete. Data that cannot be spilled ends its row group: rows of unfinished
 *     pages at twice this size, dictionaries at this size. 0 = 128 MiB, or an eighth of the heap if
 *     that is less
 * @param writeThreads threads that encode the columns of a page, including the caller's; does not
 *     change the bytes of the file
 * @param temporaryDirectory for spilled runs and pages; null = {@code java.io.tmpdir}
 * @param metadata key-value pairs stored in the file
 */
public record WriteOptions(
    Placement placement,
    Profile profile,
    Compression compression,
    int pageRows,
    long sortMemory,
    long writeMemory,
    int writeThreads,
    String temporaryDirectory,
    Map<String, String> metadata) {

  public static final String PROFILE = Profile.SETTING;
  public static final String COMPRESSION = "compression";
  public static final String PAGE_ROWS = "page-rows";
  public static final String SORT_MEMORY = "sort-memory";
  public static final String WRITE_MEMORY = "write-memory";
  public static final String WRITE_THREADS = "write-threads";
  public static final String TEMPORARY_DIRECTORY = "temporary-directory";

  /** Metadata key of the profile in files. */
  public static final String PROFILE_KEY = "placed.profile";

  /** Metadata key of the compression in files. */
  public static final String COMPRESSION_KEY = "placed.compression";

  /** Metadata key of the page rows in files, unless they are the default. */
  public static final String PAGE_ROWS_KEY = "placed.page-rows";

  /** The metadata keys of settings that files store, by the names of the settings. */
  public static final Map<String, String> STORED_SETTINGS =
      Map.of(
          PROFILE, PROFILE_KEY,
          COMPRESSION, COMPRESSION_KEY,
          PAGE_ROWS, PAGE_ROWS_KEY);

  /** With less, a sort would spill thousands of tiny runs. */
  private static final long MIN_SORT_MEMORY = 1 << 20;

  private static final int COMPACT_LEVEL = 9;
  private static final int DEFAULT_PAGE_ROWS = 16 * 1024;
  private static final int MAX_PAGE_ROWS = 1 << 20;
  private static final int MAX_WRITE_THREADS = 256;

  public WriteOptions {
    if (pageRows < 1024 || pageRows > MAX_PAGE_ROWS || pageRows % 1024 != 0) {
      throw new IllegalArgumentException(
          PAGE_ROWS + " must be a multiple of 1024 up to " + MAX_PAGE_ROWS + ", found " + pageRows);
    }
    if (sortMemory < MIN_SORT_MEMORY) {
      throw new IllegalArgumentException(
          SORT_MEMORY
              + " must be at least "
              + Sizes.print(MIN_SORT_MEMORY)
              + ", found "
              + Sizes.print(sortMemory));
    }
    if (writeMemory < 0) {
      throw new IllegalArgumentException(
          WRITE_MEMORY + " must not be negative, found " + writeMemory);
    }
    if (writeThreads < 1 || writeThreads > MAX_WRITE_THREADS) {
      throw new IllegalArgumentException(
          WRITE_THREADS + " must be 1 to " + MAX_WRITE_THREADS + ", found " + writeThreads);
    }
    metadata = Map.copyOf(metadata);
  }

  public static WriteOptions defaults() {
    return new WriteOptions(
        Placement.DEFAULT,
        Profile.BALANCED,
        compressionOf(Profile.BALANCED),
        DEFAULT_PAGE_ROWS,
        Reorderers.defaultMemoryBytes(),
        0,
        1,
        null,
        Map.of());
  }

  /** Names of all settings of {@link #of}. */
  public static Set<String> settingNames() {
    Set<String> names = new TreeSet<>(Placement.SETTING_NAMES);
    names.addAll(
        Set.of(
            PROFILE,
            COMPRESSION,
            PAGE_ROWS,
            SORT_MEMORY,
            WRITE_MEMORY,
            WRITE_THREADS,
            TEMPORARY_DIRECTORY));
    return names;
  }

  /**
   * Options from settings; others are as in {@link #defaults}.
   *
   * @throws IllegalArgumentException for an unknown or contradictory setting; the message has the
   *     setting, its value and what is allowed
   */
  public static WriteOptions of(Map<String, String> settings) {
    Map<String, String> placement = new LinkedHashMap<>();
    WriteOptions o = defaults();
    if (settings.containsKey(PROFILE)) {
      // First, because it determines the default compression.
      o = o.withProfile(Profile.parse(settings.get(PROFILE)));
    }
    for (Map.Entry<String, String> s : settings.entrySet()) {
      String value = s.getValue();
      switch (s.getKey()) {
        case PROFILE -> {
          // Done above.
        }
        case COMPRESSION -> o = o.withCompression(Compression.parse(value));
        case PAGE_ROWS -> o = o.withPageRows((int) number(PAGE_ROWS, value, MAX_PAGE_ROWS));
        case SORT_MEMORY -> o = o.withSortMemory(Sizes.parse(SORT_MEMORY, value));
        case WRITE_MEMORY -> o = o.withWriteMemory(Sizes.parse(WRITE_MEMORY, value));
        case WRITE_THREADS ->
            o = o.withWriteThreads((int) number(WRITE_THREADS, value, MAX_WRITE_THREADS));
        case TEMPORARY_DIRECTORY -> o = o.withTemporaryDirectory(value);
        default -> {
          if (!Placement.SETTING_NAMES.contains(s.getKey())) {
            throw new IllegalArgumentException(
                "unknown setting '"
                    + s.getKey()
                    + "'; allowed are "
                    + String.join(", ", settingNames()));
          }
          placement.put(s.getKey(), value);
        }
      }
    }
    return o.withPlacement(Placement.fromSettings(placement));
  }

  private static long number(String name, String text, long max) {
    try {
      long v = Long.parseLong(text.strip());
      if (v >= 0 && v <= max) {
        return v;
      }
    } catch (NumberFormatException e) {
      // Falls through to the common message.
    }
    throw new IllegalArgumentException(
        name + " must be an integer from 0 to " + max + ", found '" + text + "'");
  }

  public WriteOptions withPlacement(Placement value) {
    return new WriteOptions(
        value,
        profile,
        compression,
        pageRows,
        sortMemory,
        writeMemory,
        writeThreads,
        temporaryDirectory,
        metadata);
  }

  /** These options for a file that lacks some columns of its table, and so of the placement. */
  public WriteOptions fitting(Schema file) {
    return withPlacement(placement.fitting(file));
  }

  /** Bytes of encoded pages that a writer holds, after resolving 0 to the default. */
  public long effectiveWriteMemory() {
    return WriteMemory.of(this).limit();
  }

  /** Another profile, and its default compression. */
  public WriteOptions withProfile(Profile value) {
    return new WriteOptions(
        placement,
        value,
        compressionOf(value),
        pageRows,
        sortMemory,
        writeMemory,
        writeThreads,
        temporaryDirectory,
        metadata);
  }

  public WriteOptions withCompression(Compression value) {
    return new WriteOptions(
        placement,
        profile,
        value,
        pageRows,
        sortMemory,
        writeMemory,
        writeThreads,
        temporaryDirectory,
        metadata);
  }

  public WriteOptions withPageRows(int value) {
    return new WriteOptions(
        placement,
        profile,
        compression,
        value,
        sortMemory,
        writeMemory,
        writeThreads,
        temporaryDirectory,
        metadata);
  }

  public WriteOptions withSortMemory(long value) {
    return new WriteOptions(
        placement,
        profile,
        compression,
        pageRows,
        value,
        writeMemory,
        writeThreads,
        temporaryDirectory,
        metadata);
  }

  /**
   * These options for one of several files that are written at a time and share the memory of
   * sorts.
   *
   * @param share of the memory; a sort gets what it needs at least
   */
  public WriteOptions sharing(double share) {
    return withSortMemory(Math.max(MIN_SORT_MEMORY, (long) (sortMemory * share)));
  }

  public WriteOptions withWriteMemory(long value) {
    return new WriteOptions(
        placement,
        profile,
        compression,
        pageRows,
        sortMemory,
        value,
        writeThreads,
        temporaryDirectory,
        metadata);
  }

  public WriteOptions withWriteThreads(int value) {
    return new WriteOptions(
        placement,
        profile,
        compression,
        pageRows,
        sortMemory,
        writeMemory,
        value,
        temporaryDirectory,
        metadata);
  }

  public WriteOptions withTemporaryDirectory(String value) {
    return new WriteOptions(
        placement,
        profile,
        compression,
        pageRows,
        sortMemory,
        writeMemory,
        writeThreads,
        value,
        metadata);
  }

  public WriteOptions withMetadata(Map<String, String> value) {
    return new WriteOptions(
        placement,
        profile,
        compression,
        pageRows,
        sortMemory,
        writeMemory,
        writeThreads,
        temporaryDirectory,
        value);
  }

  /** Zstandard is too slow for fast reads; archives can afford a higher level. */
  private static Compression compressionOf(Profile profile) {
    return switch (profile) {
      case FAST -> Compression.LZ4;
      case BALANCED -> Compression.DEFAULT;
      case COMPACT -> Compression.zstd(COMPACT_LEVEL);
    };
  }

  /**
   * Metadata to be stored in the file: the given pairs, profile, compression, and page rows if they
   * are not the default. Row groups have the rows of their pages, which also depend on the rows.
   */
  public Map<String, String> storedMetadata() {
    Map<String, String> out = new TreeMap<>(metadata);
    out.keySet().removeAll(STORED_SETTINGS.values());
    out.put(PROFILE_KEY, profile.text());
    out.put(COMPRESSION_KEY, compression.toString());
    if (pageRows != DEFAULT_PAGE_ROWS) {
      out.put(PAGE_ROWS_KEY, Integer.toString(pageRows));
    }
    return out;
  }
}
