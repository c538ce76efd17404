package io.placed.spark.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.placed.spark.SparkTestCase;
import java.io.Serializable;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.junit.jupiter.api.Test;

class SharedConfigurationsTest extends SparkTestCase {
  private static final String NAME = "fs.placed.shared-configurations-test";

  @Test
  void equalSettingsAreBroadcastOnce() {
    Broadcast<Serializable> first = broadcast(Map.of(NAME, "1"));
    assertSame(first, broadcast(Map.of(NAME, "1")));
    assertEquals("1", value(first));
  }

  @Test
  void otherSettingsAreNot() {
    Broadcast<Serializable> first = broadcast(Map.of(NAME, "1"));
    Broadcast<Serializable> other = broadcast(Map.of(NAME, "2"));
    assertNotSame(first, other);
    assertEquals("2", value(other));
    Broadcast<Serializable> none = broadcast(Map.of());
    assertEquals(null, value(none));
    // As many settings as before, of other names.
    Broadcast<Serializable> named = broadcast(Map.of(NAME + "-2", "2"));
    assertNotSame(other, named);
    assertEquals(null, value(named));
  }

  @Test
  void aSettingThatChangesLaterIsSeen() {
    SparkContext context = spark.sparkContext();
    broadcast(Map.of());
    context.hadoopConfiguration().set(NAME, "of the context");
    try {
      assertEquals("of the context", value(broadcast(Map.of())));
      spark.conf().set(NAME, "of the session");
      assertEquals("of the session", value(broadcast(Map.of())));
    } finally {
      spark.conf().unset(NAME);
      context.hadoopConfiguration().unset(NAME);
    }
    assertEquals(null, value(broadcast(Map.of())));
  }

  private static Broadcast<Serializable> broadcast(Map<String, String> options) {
    return Session.of(spark).serializable(options).configuration();
  }

  private static String value(Broadcast<Serializable> broadcast) {
    return Catalyst.get().configuration(broadcast.value()).get(NAME);
  }
}
