package io.placed.spark.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.spark.sql.types.DataType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiveTablesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "timestamp_ntz | timestamp | timestamp",
        "timestamp_ntz | | timestamp",
        "timestamp | timestamp_ntz | timestamp_ntz",
        "timestamp_ntz | int | timestamp",
        "int | timestamp | int",
        "struct<a: timestamp_ntz, b: int> | struct<A: timestamp, b: int>"
            + " | struct<a: timestamp, b: int>",
        "struct<a: timestamp_ntz, b: timestamp_ntz> | struct<a: timestamp_ntz>"
            + " | struct<a: timestamp_ntz, b: timestamp>",
        "array<timestamp_ntz> | array<timestamp> | array<timestamp>",
        "array<timestamp_ntz> | | array<timestamp>",
        "map<timestamp_ntz, array<timestamp_ntz>> | map<timestamp, int>"
            + " | map<timestamp, array<timestamp>>",
      })
  void timestampsOfTheMetastoreStay(String logged, String known, String declared) {
    DataType inMetastore = known == null ? null : DataType.fromDDL(known);
    assertEquals(
        DataType.fromDDL(declared), HiveTables.declared(DataType.fromDDL(logged), inMetastore));
  }
}
