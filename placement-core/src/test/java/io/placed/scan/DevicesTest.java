package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.InputFile;
import io.placed.io.RandomInput;
import io.placed.io.StorageKind;
import io.placed.placement.Device;
import io.placed.scan.fetch.Devices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevicesTest {
  @TempDir Path dir;

  private record At(String path, StorageKind storage, String devices) implements InputFile {
    @Override
    public long length() {
      return 0;
    }

    @Override
    public RandomInput open() throws IOException {
      throw new IOException("is not opened");
    }
  }

  @Test
  void theLongestPathCounts() throws IOException {
    Path file = dir.resolve("devices");
    Files.writeString(
        file,
        """
        # measured
        /data = seek=1ms; bandwidth=1MiB/s

        file:/data/fast/ = nvme
        hdfs://nn:8020/ = seek=3ms; bandwidth=100MiB/s
        hdfs://nn:8020/cold = hdd
        """);
    String d = file.toString();
    StorageKind local = StorageKind.LOCAL;
    assertEquals(1_000_000, Devices.of(new At("/data/x", local, d)).seekNanos());
    assertEquals(Device.NVME, Devices.of(new At("/data/fast/x", local, d)));
    assertEquals(1_000_000, Devices.of(new At("/data/faster", local, d)).seekNanos());
    assertEquals(64 << 10, Devices.of(new At("/other", local, d)).seekBytes(), 2000);
    StorageKind servers = StorageKind.SERVERS;
    assertEquals(3_000_000, Devices.of(new At("hdfs://nn:8020/a", servers, d)).seekNanos());
    assertEquals(Device.HDD, Devices.of(new At("hdfs://nn:8020/cold/b", servers, d)));
    assertEquals(Device.OBJECT_STORE, Devices.of(new At("s3a://b/x", StorageKind.OBJECTS, null)));
  }

  @Test
  void putReplacesOneLine() throws IOException {
    String file = dir.resolve("devices").toString();
    Devices.put(file, "/a", Device.HDD);
    Devices.put(file, "/b", Device.HDD);
    Devices.put(file, "/a/", Device.NVME);
    assertEquals(
        List.of(Devices.line("/b", Device.HDD), Devices.line("/a/", Device.NVME)),
        Files.readAllLines(Path.of(file)));
    assertEquals(Device.NVME, Devices.read(file).get("/a"));
  }

  @Test
  void errorsNameTheLine() throws IOException {
    Path file = dir.resolve("wrong");
    Files.writeString(file, "# one\n/a = nvme\n/b = fast\n");
    String wrong =
        assertThrows(IllegalArgumentException.class, () -> Devices.read(file.toString()))
            .getMessage();
    assertTrue(wrong.contains("line 3") && wrong.contains("fast"), wrong);
    Files.writeString(file, "nvme\n");
    assertThrows(
        IllegalArgumentException.class, () -> Devices.put(file.toString(), "/a", Device.HDD));
    assertEquals("nvme\n", Files.readString(file));
    At none = new At("/a", StorageKind.LOCAL, dir.resolve("none").toString());
    assertThrows(IllegalArgumentException.class, () -> Devices.of(none));
  }
}
