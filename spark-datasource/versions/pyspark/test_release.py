"""PySpark with --jars, and a client of Spark Connect: pyspark/test calls it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import pyspark
from pyspark.sql import SparkSession

JAR = os.environ["PLACED_SPARK_JAR"]
CONNECT = os.environ.get("PLACED_CONNECT") == "true"
RELEASE = tuple(int(part) for part in pyspark.__version__.split(".")[:2])


def settings(directory: str) -> dict[str, str]:
    conf = {
        "spark.sql.warehouse.dir": directory + "/warehouse",
        "spark.ui.enabled": "false",
        "spark.driver.host": "localhost",
        "spark.sql.shuffle.partitions": "2",
        # With a Hive metastore, which Derby keeps in the working directory.
        "spark.sql.catalogImplementation": "hive",
    }
    if RELEASE < (4, 0):
        # The sessions of PySpark 3.5 do not look for extensions by themselves.
        conf["spark.sql.extensions"] = "io.placed.spark.internal.PlacedExtensions"
    return conf


class ConnectServer:
    """A server of Spark Connect in a process of its own, as sbin/start-connect-server.sh starts it."""

    def __init__(self, directory: str):
        with socket.socket() as free:
            free.bind(("localhost", 0))
            self.port = free.getsockname()[1]
        conf = settings(directory) | {
            "spark.connect.grpc.binding.address": "localhost",
            "spark.connect.grpc.binding.port": str(self.port),
        }
        command = [os.path.dirname(pyspark.__file__) + "/bin/spark-submit", "--master", "local[2]", "--jars", JAR]
        command += ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer"]
        for key, value in conf.items():
            command += ["--conf", f"{key}={value}"]
        self.log = directory + "/connect.log"
        with open(self.log, "w") as log:
            # Its metastore is in its working directory.
            self.process = subprocess.Popen(
                [*command, "spark-internal"], cwd=directory, stdout=log, stderr=subprocess.STDOUT
            )
        self.wait(time.monotonic() + 120)

    def wait(self, end: float) -> None:
        while time.monotonic() < end and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("localhost", self.port)) == 0:
                    return
            time.sleep(0.2)
        self.stop()
        with open(self.log) as log:
            raise RuntimeError("The server of Spark Connect did not start:\n" + log.read())

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)


class ReleaseTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        if CONNECT:
            server = ConnectServer(cls.directory.name)
            cls.addClassCleanup(server.stop)
            cls.spark = SparkSession.builder.remote(f"sc://localhost:{server.port}").getOrCreate()
        else:
            builder = SparkSession.builder.master("local[2]").config("spark.jars", JAR)
            for key, value in settings(cls.directory.name).items():
                builder = builder.config(key, value)
            cls.spark = builder.getOrCreate()
        cls.addClassCleanup(cls.spark.stop)

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

    @unittest.skipIf(RELEASE < (4, 0), "CALL needs Spark 4.0")
    def test_the_python_package(self):
        sys.path.insert(0, os.environ["PLACED_PYTHON"])
        import placed

        path = self.directory.name + "/package"
        for i in range(2):
            self.spark.range(i * 10, i * 10 + 10).coalesce(1).write.format("placed").mode("append").save(path)
        placed.create_tag(self.spark, path, "both")
        self.assertIn("1 of 2 files", str(placed.explain(path, ["id"], "id < 5", spark=self.spark)))
        self.assertIn("1 of 1 file,", str(placed.map(path, ["id"], "id < 5", snapshot=1, spark=self.spark)))
        self.assertEqual(1, placed.rewrite(self.spark, path, "reorder=sort(id)").files_after)
        placed.rollback(self.spark, path, snapshot=1)
        self.assertEqual(10, placed.read(self.spark, path).count())
        self.assertEqual(20, placed.read(self.spark, path, snapshot="both").count())
        self.assertEqual(["both"], [row.name for row in placed.metadata(self.spark, path, "tags").select("name").collect()])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
