package io.placed.scan.fetch;

import io.placed.io.InputFile;
import io.placed.io.StorageKind;
import io.placed.placement.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The cost of reading a file: that of a measured device if configured, else a default for the kind
 * of storage.
 *
 * <p>The file of devices has lines {@code PATH = DEVICE}, such as {@code hdfs://nn:8020/ =
 * seek=3ms; bandwidth=180MiB/s}; the longest matching path applies. The Hadoop setting {@code
 * placed.devices} names it, else the system property of that name, else the environment variable
 * {@code PLACED_DEVICES}.
 */
public final class Devices {
  /** Setting of Hadoop, and system property. */
  public static final String SETTING = "placed.devices";

  static final String VARIABLE = "PLACED_DEVICES";

  /** A local disk with page cache: copies 64 KiB in the time of a system call and its overhead. */
  private static final Device LOCAL = Device.parse("seek=30us; bandwidth=2GiB/s");

  /** A data node with a disk array or an SSD: break-even gap of 512 KiB. */
  private static final Device SERVERS = Device.parse("seek=2ms; bandwidth=256MiB/s");

  private static final ConcurrentMap<String, Map<String, Device>> FILES = new ConcurrentHashMap<>();

  private Devices() {}

  /**
   * @throws IllegalArgumentException naming file and line if the configured file of devices is
   *     invalid
   */
  public static Device of(InputFile file) {
    String devices = file.devices();
    if (devices == null) {
      devices = System.getProperty(SETTING, System.getenv(VARIABLE));
    }
    Device best = common(file.storage());
    if (devices == null || devices.isEmpty()) {
      return best;
    }
    int longest = -1;
    for (Map.Entry<String, Device> e : FILES.computeIfAbsent(devices, Devices::read).entrySet()) {
      if (e.getKey().length() > longest && isBelow(plain(file.path()), e.getKey())) {
        longest = e.getKey().length();
        best = e.getValue();
      }
    }
    return best;
  }

  private static Device common(StorageKind storage) {
    return switch (storage) {
      case LOCAL -> LOCAL;
      case SERVERS -> SERVERS;
      case OBJECTS -> Device.OBJECT_STORE;
    };
  }

  /** Formats a line of a file of devices. */
  public static String line(String path, Device device) {
    return path + " = " + device;
  }

  /**
   * Adds a device to a local file of devices, creating the file or replacing an entry with the same
   * path. Readers of this process that have already read the file do not see it.
   */
  public static void put(String file, String path, Device device) throws IOException {
    Path target = Path.of(file).toAbsolutePath();
    List<String> lines = new ArrayList<>();
    if (Files.exists(target)) {
      read(file); // Fails if it is not a file of devices.
      for (String line : Files.readAllLines(target)) {
        int equals = line.indexOf(" = ");
        boolean same =
            !line.startsWith("#")
                && equals > 0
                && plain(line.substring(0, equals).strip()).equals(plain(path));
        if (!same) {
          lines.add(line);
        }
      }
    }
    lines.add(line(path, device));
    Path temporary = target.resolveSibling("." + target.getFileName() + ".tmp");
    Files.write(temporary, lines);
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Reads a file of devices, by path. */
  public static Map<String, Device> read(String file) {
    Map<String, Device> devices = new LinkedHashMap<>();
    List<String> lines;
    try {
      lines = Files.readAllLines(Path.of(file));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          SETTING + ": " + file + " cannot be read: " + e.getMessage(), e);
    }
    int number = 0;
    for (String line : lines) {
      number++;
      String text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      int equals = text.indexOf(" = ");
      if (equals < 1) {
        throw new IllegalArgumentException(
            file + ", line " + number + ": must be 'PATH = DEVICE', found '" + text + "'");
      }
      try {
        devices.put(
            plain(text.substring(0, equals).strip()), Device.parse(text.substring(equals + 3)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(file + ", line " + number + ": " + e.getMessage(), e);
      }
    }
    return devices;
  }

  /** Normalizes a path: local paths without a scheme, others without a trailing slash. */
  private static String plain(String path) {
    String plain = path;
    if (plain.startsWith("file:")) {
      plain = "/" + plain.substring("file:".length()).replaceFirst("^/+", "");
    }
    return plain.replaceFirst("(?<=[^/:])/+$", "");
  }

  private static boolean isBelow(String path, String directory) {
    return path.startsWith(directory)
        && (path.length() == directory.length()
            || directory.endsWith("/")
            || path.charAt(directory.length()) == '/');
  }
}
