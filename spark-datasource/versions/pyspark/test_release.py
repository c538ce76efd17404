"""PySpark with --jars, and Spark Connect: pyspark/test calls it."""

from __future__ import annotations

import os
import sys
import tempfile
import unittest

import pyspark
from pyspark.sql import SparkSession

JAR = os.environ["PLACED_SPARK_JAR"]
CONNECT = os.environ.get("PLACED_CONNECT") == "true"
RELEASE = tuple(int(part) for part in pyspark.__version__.split(".")[:2])


def session(directory: str) -> SparkSession:
    builder = SparkSession.builder.config("spark.jars", JAR)
    builder = builder.config("spark.sql.warehouse.dir", directory + "/warehouse")
    builder = builder.config("spark.ui.enabled", "false").config("spark.driver.host", "localhost")
    builder = builder.config("spark.sql.shuffle.partitions", "2")
    # With a Hive metastore, which Derby keeps in the working directory.
    builder = builder.config("spark.sql.catalogImplementation", "hive")
    if RELEASE < (4, 0):
        # The sessions of PySpark 3.5 do not look for extensions by themselves.
        builder = builder.config("spark.sql.extensions", "io.placed.spark.internal.PlacedExtensions")
    if CONNECT:
        # A server of this process, on a free port.
        builder = builder.config("spark.connect.grpc.binding.port", "0")
        return builder.remote("local[2]").getOrCreate()
    return builder.master("local[2]").getOrCreate()


class ReleaseTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.spark = session(cls.directory.name)

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        cls.directory.cleanup()

    def one(self, query):
        return self.spark.sql(query).first()[0]

    def test_session(self):
        self.assertEqual(CONNECT, type(self.spark).__module__.startswith("pyspark.sql.connect"))

    def test_write_and_read(self):
        path = self.directory.name + "/t"
        rows = self.spark.range(1000).selectExpr("id", "id % 3 AS p", "concat('s', id) AS s", "id / 7 AS d")
        rows.write.format("placed").partitionBy("p").save(path)
        rows.write.parquet(path + ".parquet")
        query = "SELECT p, count(*), sum(id), min(s), max(d) FROM {} WHERE id > 100 GROUP BY p ORDER BY p"
        self.spark.read.format("placed").load(path).createOrReplaceTempView("stored")
        self.spark.read.parquet(path + ".parquet").createOrReplaceTempView("parquet_rows")
        self.assertEqual(
            self.spark.sql(query.format("parquet_rows")).collect(), self.spark.sql(query.format("stored")).collect()
        )
        self.assertEqual(1000, self.one(f"SELECT count(*) FROM placed.`{path}`"))

    def test_sql(self):
        self.spark.sql("CREATE TABLE t (id BIGINT, v STRING) USING placed")
        self.spark.sql("INSERT INTO t SELECT id, concat('v', id) FROM range(100)").collect()
        self.spark.sql("UPDATE t SET v = 'changed' WHERE id < 10").collect()
        self.spark.sql("DELETE FROM t WHERE id >= 90").collect()
        self.spark.sql("ALTER TABLE t RENAME COLUMN v TO w")
        self.spark.sql("ALTER TABLE t ADD COLUMN x DOUBLE")
        self.spark.sql("INSERT INTO t VALUES (1000, 'new', 1.5)").collect()
        self.assertEqual(91, self.one("SELECT count(*) FROM t"))
        self.assertEqual(1.5, self.one("SELECT sum(x) FROM t WHERE w = 'new'"))
        self.spark.sql("ALTER TABLE t DROP COLUMN x")
        self.assertEqual(["id", "w"], self.spark.table("t").columns)
        self.spark.sql("REFRESH TABLE t")
        self.assertEqual(["id", "w"], self.spark.table("t").columns)
        self.assertEqual(10, self.one("SELECT count(*) FROM t WHERE w = 'changed'"))
        first = self.one("SELECT min(snapshot_id) FROM t.snapshots WHERE added_records > 0")
        self.assertEqual(100, self.one(f"SELECT count(*) FROM t VERSION AS OF {first}"))

    def test_procedures(self):
        path = self.directory.name + "/called"
        for i in range(3):
            self.spark.range(i * 10, i * 10 + 10).coalesce(1).write.format("placed").mode("append").save(path)
        call = f"CALL placed.system.optimize(table => '{path}')"
        if RELEASE < (4, 0):
            with self.assertRaisesRegex(Exception, "CALL needs Spark 4.0"):
                self.spark.sql(call)
            return
        self.assertEqual(3, self.spark.sql(call).first().files_before)
        self.assertEqual(30, self.one(f"SELECT count(*) FROM placed.`{path}`"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
