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
 * What reading costs where a file lies: measured, if there is a file of measured devices, else a
 * common one of its kind.
 *
 * <p>The file has lines {@code PATH = DEVICE}, such as {@code hdfs://nn:8020/ = seek=3ms;
 * bandwidth=180MiB/s}; of several paths that a file lies below, the longest counts. It is named by
 * the Hadoop setting {@code placed.devices}, else by the system property of that name, else by the
 * environment variable {@code PLACED_DEVICES}.
 */
public final class Devices {
  /** Setting of Hadoop, and system property. */
  public static final String SETTING = "placed.devices";

  static final String VARIABLE = "PLACED_DEVICES";

  /**
   * With the page cache before it: 64 KiB are copied in the time of a system call and what goes
   * with it.
   */
  private static final Device LOCAL = Device.parse("seek=30us; bandwidth=2GiB/s");

  /** A data node that reads from a disk array or an SSD: 512 KiB. */
  private static final Device SERVERS = Device.parse("seek=2ms; bandwidth=256MiB/s");

  private static final ConcurrentMap<String, Map<String, Device>> FILES = new ConcurrentHashMap<>();

  private Devices() {}

  /**
   * @throws IllegalArgumentException naming the file and line if a file of devices was given that
   *     cannot be read
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

  /** The line of a file of devices. */
  public static String line(String path, Device device) {
    return path + " = " + device;
  }

  /**
   * Puts a device into a local file, which is made if it is not there, in the place of an older one
   * of the same path. Readers of this process that have read the file do not see it.
   */
  public static void put(String file, String path, Device device) throws IOException {
    Path target = Path.of(file).toAbsolutePath();
    List<String> lines = new ArrayList<>();
    if (Files.exists(target)) {
      read(file); // Refuses to add to a file that is something else.
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

  /** By path. */
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

  /** Local paths have no scheme, others no slash at the end. */
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
