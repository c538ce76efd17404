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
      Object parse(String text) {
        return WriteOptions.of(settings(text));
      }
    },
    TABLE_PROPERTIES {
      @Override
      Object parse(String text) {
        Map<String, String> properties = settings(text);
        TableProperties.requireStorable(properties);
        return TableProperties.deletesMaxShare(properties);
      }
    },
    PARTITIONING {
      @Override
      Object parse(String text) {
        return PartitionSpec.parse(text);
      }

      @Override
      Object again(Object parsed) {
        return PartitionSpec.parse(parsed.toString());
      }
    },
    TRANSFORM {
      @Override
      Object parse(String text) {
        return PartitionTransform.parse(text);
      }

      @Override
      Object again(Object parsed) {
        return PartitionTransform.parse(parsed.toString());
      }
    },
    COMPRESSION {
      @Override
      Object parse(String text) {
        return Compression.parse(text);
      }

      @Override
      Object again(Object parsed) {
        return Compression.parse(parsed.toString());
      }
    },
    DEVICE {
      @Override
      Object parse(String text) {
        return Device.parse(text);
      }

      @Override
      Object again(Object parsed) {
        return Device.parse(parsed.toString());
      }
    },
    WORKLOAD {
      @Override
      Object parse(String text) {
        return Workload.parse(text);
      }
    },
    STREAM {
      @Override
      Object parse(String text) {
        return StreamPosition.parse(text);
      }

      @Override
      Object again(Object parsed) {
        return StreamPosition.parse(((StreamPosition) parsed).toJson());
      }
    },
    DURATION {
      @Override
      Object parse(String text) {
        return DurationText.parse(text);
      }
    },
    SIZE {
      @Override
      Object parse(String text) {
        return Sizes.parse("size", text);
      }
    },
    PROFILE {
      @Override
      Object parse(String text) {
        return Profile.parse(text);
      }
    },
    OBJECTIVE {
      @Override
      Object parse(String text) {
        return Objective.parse(text);
      }
    };

    abstract Object parse(String text);

    /** From the text that is printed of what was parsed, where there is one. */
    Object again(Object parsed) {
      return parsed;
    }
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
    String text = new String(data, 1, data.length - 1, StandardCharsets.UTF_8);
    Object parsed = Documented.parsed(() -> parser.parse(text));
    if (parsed != null) {
      assertEquals(parsed, parser.again(parsed), text);
    }
  }
}
