package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.placed.encoding.kernel.Kernels;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;

/**
 * Pages of every encoding and type: decoded with the kernels of both families, vector by vector in
 * two orders, selected and filtered; all have to agree.
 *
 * <p>Input: type (1 byte), number of values (2 bytes, little endian), length of the dictionary (2
 * bytes, 0 = none), dictionary, body.
 */
class FuzzPageTest {
  static final List<String> TYPES =
      List.of(
          "boolean",
          "int16",
          "int32",
          "int64",
          "float",
          "double",
          "decimal(9, 2)",
          "decimal(38, 4)",
          "string",
          "binary",
          "date",
          "timestamp",
          "list<int32>");

  private static final Function<Object[], Long> CHOSEN = new PageUse();
  private static final Function<Object[], Long> SCALAR = OtherKernels.load(PageUse.class);

  @BeforeAll
  static void bothFamilies() {
    assertTrue(Kernels.usesVectorApi(), "needs --add-modules jdk.incubator.vector");
  }

  @FuzzTest(maxDuration = "")
  void page(byte[] data) {
    if (data.length < 5) {
      return;
    }
    ByteBuffer in = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    String type = TYPES.get((in.get() & 0xFF) % TYPES.size());
    int count = in.getShort() & 0xFFFF;
    byte[] dictionary = new byte[Math.min(in.getShort() & 0xFFFF, in.remaining())];
    in.get(dictionary);
    byte[] body = Arrays.copyOfRange(data, in.position(), data.length);
    Object[] arguments = {type, dictionary.length == 0 ? null : dictionary, body, count};
    assertEquals(SCALAR.apply(arguments), CHOSEN.apply(arguments), "scalar and vector kernels");
  }

  /** What {@link #page} reads. */
  static byte[] input(String type, int count, byte[] dictionary, byte[] body) {
    return ByteBuffer.allocate(5 + dictionary.length + body.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) TYPES.indexOf(type))
        .putShort((short) count)
        .putShort((short) dictionary.length)
        .put(dictionary)
        .put(body)
        .array();
  }
}
