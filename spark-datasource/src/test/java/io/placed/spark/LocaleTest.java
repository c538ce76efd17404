package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables do not depend on the default locale. */
class LocaleTest extends SparkTestCase {
  private final Locale before = Locale.getDefault();

  @AfterEach
  void restore() {
    Locale.setDefault(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG-u-nu-arab", "fa-IR", "th-TH-u-ca-buddhist", "tr-TR"})
  void tablesAreTheSame(String tag) throws Exception {
    Locale.setDefault(Locale.forLanguageTag(tag));
    String path = path("t");
    var rows =
        spark
            .range(0, 100, 1, 2)
            .selectExpr(
                "id as ID",
                "concat('TITLE ', id) as Title",
                "timestamp_micros(1700000000000000 + id % 3 * 120) as at",
                "date_add(date '2024-01-01', cast(id % 3 as int)) as Inserted");
    for (int i = 0; i < 2; i++) {
      rows.write().format("placed").partitionBy("at", "Inserted").mode(SaveMode.Append).save(path);
    }
    String stream = path("s");
    spark
        .readStream()
        .format("placed")
        .load(path)
        .writeStream()
        .format("placed")
        .option("checkpointLocation", path("c"))
        .trigger(Trigger.AvailableNow())
        .start(stream)
        .awaitTermination();
    sql("delete from placed.`" + path + "` where ID >= 50");
    sql("update placed.`" + path + "` set Title = 'I' where ID = 7");
    assertEquals(2, read(path).where("title = 'I' and inserted = '2024-01-02'").count());
    List<String> found = rows(read(path));
    Locale.setDefault(Locale.ROOT);
    assertEquals(found, rows(read(path)));
    assertEquals(100, found.size());
    assertEquals(200, read(stream).count());
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path f : files.toList()) {
        assertTrue(f.toString().chars().allMatch(c -> c < 128), f.toString());
      }
    }
  }
}
