package io.placed.placement;

import java.util.HashSet;
import java.util.Set;

/**
 * The cost of reading from storage, as in the cost models of the literature. Text: {@code hdd},
 * {@code nvme} or {@code object-store}, optionally with changes as in {@code nvme;
 * bandwidth=3GiB/s; buffer=1MiB}, or all parameters, {@code seek=10ms; bandwidth=100MiB/s;
 * buffer=8MiB}.
 *
 * @param seekNanos time between reads at different offsets, t_seek; for object stores the time to
 *     the first byte of a request
 * @param bytesPerSecond bandwidth of one reader, B_D
 * @param bufferBytes memory that the columns of a query share while they are read, Buff
 */
public record Device(long seekNanos, long bytesPerSecond, long bufferBytes) {
  /** Name of the setting. */
  public static final String SETTING = "placement.device";

  static final Set<String> TIMES = Set.of("seek", "bandwidth");

  private static final long MAX_SEEK_NANOS = 1_000_000_000_000L;
  private static final String ALLOWED =
      "hdd, nvme, object-store, or seek=10ms; bandwidth=100MiB/s; buffer=8MiB";

  /** The default buffer of Jindal et al. (PVLDB 6(6), 2013). */
  private static final long BUFFER_BYTES = 8L << 20;

  /** A hard disk as in Huai et al., VLDB 2013, section 6: t_seek · B_D is 1 MiB. */
  public static final Device HDD = new Device(10_000_000, 100L << 20, BUFFER_BYTES);

  /** A local SSD: t_seek · B_D is 0.4 MiB. */
  public static final Device NVME = new Device(100_000, 4L << 30, BUFFER_BYTES);

  /** One connection to an object store: t_seek · B_D is 10 MiB. */
  public static final Device OBJECT_STORE = new Device(100_000_000, 100L << 20, BUFFER_BYTES);

  public Device {
    requireTimes(SETTING, seekNanos, bytesPerSecond);
    if (bufferBytes < 1) {
      throw new IllegalArgumentException(
          SETTING + ": the buffer must be at least 1B, found " + bufferBytes);
    }
  }

  static void requireTimes(String setting, long seekNanos, long bytesPerSecond) {
    if (seekNanos < 1 || seekNanos > MAX_SEEK_NANOS) {
      throw new IllegalArgumentException(
          setting + ": the seek time must be 1ns to 1000s, found " + Durations.print(seekNanos));
    }
    if (bytesPerSecond < 1) {
      throw new IllegalArgumentException(
          setting + ": the bandwidth must be at least 1B/s, found " + bytesPerSecond);
    }
  }

  /**
   * Parses the text form.
   *
   * @throws IllegalArgumentException naming the setting, what was found and what is allowed
   */
  public static Device parse(String text) {
    TextScanner in = new TextScanner(text);
    in.reading(SETTING, ALLOWED);
    Device device = HDD;
    Set<String> seen = new HashSet<>();
    boolean first = true;
    do {
      String word = in.word();
      if (!seen.add(word)) {
        throw in.fail(word + " is given twice");
      }
      if (word.equals("buffer")) {
        in.expect('=');
        long bytes = in.size();
        if (bytes < 1) {
          throw in.fail("the buffer must be at least 1B");
        }
        device = new Device(device.seekNanos, device.bytesPerSecond, bytes);
      } else if (TIMES.contains(word)) {
        device = with(device, word, in);
      } else if (first) {
        device = named(word, in);
      } else {
        throw in.fail("'" + word + "' is unknown");
      }
      first = false;
    } while (in.accept(';') && !in.atEnd());
    in.expectEnd();
    if (!first && seen.stream().noneMatch(Device::isName) && !seen.containsAll(TIMES)) {
      throw in.fail("both seek and bandwidth are needed without a named device");
    }
    return device;
  }

  private static boolean isName(String word) {
    return word.equals("hdd") || word.equals("nvme") || word.equals("object-store");
  }

  /** The device with this name, which was just parsed. */
  static Device named(String word, TextScanner in) {
    return switch (word) {
      case "hdd" -> HDD;
      case "nvme" -> NVME;
      case "object-store" -> OBJECT_STORE;
      default ->
          throw word.isEmpty()
              ? in.unexpected("a device is missing")
              : in.fail("'" + word + "' is not a device");
    };
  }

  /** Parses a seek time or bandwidth, whose name was just parsed. */
  static Device with(Device d, String word, TextScanner in) {
    in.expect('=');
    if (word.equals("seek")) {
      long nanos = in.duration();
      if (nanos < 1 || nanos > MAX_SEEK_NANOS) {
        throw in.fail("the seek time must be 1ns to 1000s");
      }
      return new Device(nanos, d.bytesPerSecond, d.bufferBytes);
    }
    long bytes = in.size();
    if (bytes < 1) {
      throw in.fail("the bandwidth must be at least 1B/s");
    }
    in.expect('/');
    if (!in.acceptWord("s")) {
      throw in.unexpected("'/s' is missing after the bandwidth");
    }
    return new Device(d.seekNanos, bytes, d.bufferBytes);
  }

  /** The break-even gap, seek time × bandwidth: smaller gaps are read, larger ones skipped. */
  public double seekBytes() {
    return seekNanos / 1e9 * bytesPerSecond;
  }

  @Override
  public String toString() {
    return "seek="
        + Durations.print(seekNanos)
        + "; bandwidth="
        + Sizes.print(bytesPerSecond)
        + "/s; buffer="
        + Sizes.print(bufferBytes);
  }
}
