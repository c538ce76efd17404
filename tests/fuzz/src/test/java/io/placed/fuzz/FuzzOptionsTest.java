package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.placed.advise.cost.Objective;
import io.placed.advise.workload.Workload;
import io.placed.compression.Compression;
import io.placed.encoding.Profile;
import io.placed.placement.Device;
import io.placed.placement.Sizes;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTransform;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.stream.StreamPosition;
import io.placed.text.DurationText;
import io.placed.write.options.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The texts of options: refused in words. Input: which parser (1 byte), then UTF-8; for settings
 * lines of {@code key=value}.
 */
class FuzzOptionsTest {
  /** In this order the first byte names them, from 'a' on. */
  enum Parser {
    WRITE_OPTIONS {
      @Override
      void parse(String text) {
        WriteOptions.of(settings(text));
      }
    },
    TABLE_PROPERTIES {
      @Override
      void parse(String text) {
        Map<String, String> properties = settings(text);
        TableProperties.requireStorable(properties);
        TableProperties.deletesMaxShare(properties);
      }
    },
    PARTITIONING {
      @Override
      void parse(String text) {
        PartitionSpec spec = PartitionSpec.parse(text);
        assertEquals(spec, PartitionSpec.parse(spec.toString()), text);
      }
    },
    TRANSFORM {
      @Override
      void parse(String text) {
        PartitionTransform transform = PartitionTransform.parse(text);
        assertEquals(transform, PartitionTransform.parse(transform.toString()), text);
      }
    },
    COMPRESSION {
      @Override
      void parse(String text) {
        Compression compression = Compression.parse(text);
        assertEquals(compression, Compression.parse(compression.toString()), text);
      }
    },
    DEVICE {
      @Override
      void parse(String text) {
        Device device = Device.parse(text);
        assertEquals(device, Device.parse(device.toString()), text);
      }
    },
    WORKLOAD {
      @Override
      void parse(String text) {
        Workload.parse(text);
      }
    },
    STREAM {
      @Override
      void parse(String text) {
        StreamPosition position = StreamPosition.parse(text);
        assertEquals(position, StreamPosition.parse(position.toJson()), text);
      }
    },
    DURATION {
      @Override
      void parse(String text) {
        DurationText.parse(text);
      }
    },
    SIZE {
      @Override
      void parse(String text) {
        Sizes.parse("size", text);
      }
    },
    PROFILE {
      @Override
      void parse(String text) {
        Profile.parse(text);
      }
    },
    OBJECTIVE {
      @Override
      void parse(String text) {
        Objective.parse(text);
      }
    };

    abstract void parse(String text);
  }

  static Map<String, String> settings(String text) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String line : text.split("\n", -1)) {
      int at = line.indexOf('=');
      if (at >= 0) {
        settings.put(line.substring(0, at), line.substring(at + 1));
      }
    }
    return settings;
  }

  @FuzzTest(maxDuration = "")
  void option(byte[] data) {
    if (data.length == 0) {
      return;
    }
    Parser parser = Parser.values()[Math.floorMod(data[0] - 'a', Parser.values().length)];
    try {
      parser.parse(new String(data, 1, data.length - 1, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      // Refused in words.
    }
  }
}
