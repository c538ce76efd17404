"""Run by python/test, which Maven calls: mvn verify -pl python -am"""

import ast
import json
import os
import random
import re
import shutil
import tempfile
import unittest
from html import escape, unescape
from pathlib import Path
from unittest import mock
from urllib.parse import unquote, urlparse

import placed
from placed import _jar


class JarTest(unittest.TestCase):
    def test_environment_comes_first(self):
        with tempfile.TemporaryDirectory() as directory:
            jar = Path(directory) / "some.jar"
            with mock.patch.dict(os.environ, {_jar.VARIABLE: str(jar)}):
                with self.assertRaisesRegex(FileNotFoundError, "some.jar"):
                    placed.jar_path()
                jar.touch()
                self.assertEqual(str(jar.resolve()), placed.jar_path())

    def test_the_newest_jar_of_a_checkout(self):
        with tempfile.TemporaryDirectory() as directory:
            root = Path(directory)
            self.assertIsNone(_jar.beside(root))
            target = root / "spark-datasource" / "target"
            target.mkdir(parents=True)
            (target / f"original-{_jar.ARTIFACT}-1.jar").touch()
            self.assertIsNone(_jar.beside(root))
            for version, time in (("1", 2_000), ("2", 1_000), ("1-sources", 3_000), ("1-javadoc", 4_000)):
                jar = target / f"{_jar.ARTIFACT}-{version}.jar"
                jar.touch()
                os.utime(jar, (time, time))
            self.assertEqual(f"{_jar.ARTIFACT}-1.jar", _jar.beside(root).name)

    def test_the_jar_of_an_unpacked_release(self):
        with tempfile.TemporaryDirectory() as directory:
            root = Path(directory)
            (root / "spark").mkdir()
            jar = root / "spark" / f"{_jar.ARTIFACT}-1.jar"
            jar.touch()
            self.assertEqual(jar, _jar.beside(root))
            self.assertFalse(_jar.is_checkout(root))

    def test_coordinates(self):
        self.assertRegex(placed.coordinates(), r"^io\.placed:placed-spark-4\.2_2\.13:")

    def test_the_version_is_that_of_the_jars(self):
        pom = (Path(__file__).resolve().parents[2] / "pom.xml").read_text(encoding="utf-8")
        version = re.search(r"<artifactId>placed-parent</artifactId>\s*<version>(.+?)</version>", pom)[1]
        self.assertEqual(version, placed.MAVEN_VERSION)
        self.assertEqual(version.replace("-SNAPSHOT", ".dev0"), placed.__version__)
        project = (Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8")
        self.assertEqual(placed.__version__, re.search(r'^version = "(.+)"', project, re.MULTILINE)[1])


class TableTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.spark = placed.session(
            app_name="test",
            master="local[2]",
            conf={
                "spark.ui.enabled": "false",
                "spark.sql.shuffle.partitions": "2",
                "spark.driver.host": "localhost",
                "spark.sql.warehouse.dir": cls.directory.name + "/warehouse",
            },
        )

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        cls.directory.cleanup()

    def table(self, name):
        path = f"{self.directory.name}/{name}"
        for i in range(3):
            df = self.spark.range(i * 100, i * 100 + 100).selectExpr("id", "id % 2 AS p")
            df.write.format("placed").partitionBy("p").mode("append").save(path)
        return path

    def test_snapshots_and_the_past(self):
        path = self.table("past")
        self.assertEqual([3, 2], [r.snapshot_id for r in placed.snapshots(self.spark, path, 2).collect()])
        self.assertEqual(300, placed.read(self.spark, path).count())
        self.assertEqual(100, placed.read(self.spark, path, snapshot=1).count())
        self.assertEqual(300, placed.read(self.spark, path, as_of="2999-01-01").count())

    def test_tags_and_rollback(self):
        path = self.table("history")
        self.assertEqual(2, placed.create_tag(self.spark, path, "two", snapshot=2).snapshot)
        placed.vacuum(self.spark, path, older_than_hours=0)
        self.assertEqual(200, placed.read(self.spark, path, snapshot="two").count())
        past = placed.metadata(self.spark, path, "partitions", snapshot="two")
        self.assertEqual(200, past.groupBy().sum("record_count").first()[0])
        self.assertEqual(2, placed.rollback(self.spark, path, snapshot="two").restored_snapshot)
        self.assertEqual(200, placed.read(self.spark, path).count())
        placed.delete_tag(self.spark, path, "two")
        self.assertEqual(0, placed.metadata(self.spark, path, "tags").count())

    def test_rewrite_and_vacuum(self):
        path = self.table("rewritten")
        before = placed.files(self.spark, path).count()
        done = placed.rewrite(self.spark, path, "orc", where="p = 1")
        self.assertEqual(150, done.rows)
        self.assertEqual(1, done.files_after)
        after = placed.files(self.spark, path)
        self.assertLess(after.count(), before)
        self.assertEqual(300, after.groupBy().sum("record_count").first()[0])
        small = after.where("partition.p = 0").count()
        self.assertGreater(small, 1)
        merged = placed.optimize(self.spark, path, where="p = 0", overlap=0.5)
        self.assertEqual(small, merged.files_before)
        self.assertEqual(1, merged.files_after)
        self.assertEqual(0, placed.optimize(self.spark, path).files_before)
        removed = placed.vacuum(self.spark, path, older_than_hours=0)
        self.assertGreater(removed.files_removed, 0)
        self.assertEqual(300, placed.read(self.spark, path).count())
        # All rows are in the partitions of now.
        self.assertEqual(0, placed.rewrite(self.spark, path).files_before)

    def test_add_files(self):
        path = self.table("added_to")
        there = placed.files(self.spark, path).first()
        copy = f"{path}/p=1/copied.placed"
        shutil.copy(unquote(urlparse(there.file_path).path), copy)
        self.assertEqual(300, placed.read(self.spark, path).count())
        added = placed.add_files(self.spark, path, copy)
        self.assertEqual((1, there.record_count), (added.files_added, added.rows))
        self.assertEqual(300 + there.record_count, placed.read(self.spark, path).count())

    def test_inspect(self):
        path = self.table("inspected")
        rows = placed.inspect(self.spark, path).collect()
        self.assertEqual(["id"], [r.column for r in rows])
        self.assertGreater(rows[0].stored_bytes, 0)
        self.assertTrue(rows[0].encodings)

    def events(self, name):
        path = f"{self.directory.name}/{name}"
        rows = self.spark.range(300_000).selectExpr(
            "cast(rand(1) * 1000000 AS int) AS k", "cast(rand(2) * 1e13 AS bigint) AS v"
        )
        rows.coalesce(1).write.format("placed").save(path)
        return path

    def workload(self, name, text):
        path = Path(self.directory.name) / name
        path.write_text(text)
        return str(path)

    def test_advise(self):
        path = self.events("advised")
        sql = self.workload(
            "find.sql",
            "-- name find\n-- weight 1000\nSELECT sum(v) FROM advised WHERE k > 400000 AND k <= 410000;",
        )
        advice = placed.advise(self.spark, path, sql, device="hdd", copies=1)
        self.assertTrue(advice.change)
        self.assertTrue(advice.placement.startswith("reorder=sort(k)"), advice.placement)
        self.assertIn("advice       rewrite", advice.text)
        self.assertEqual(advice.text, str(advice))
        self.assertEqual(300_000, advice.json["rows"])
        [query] = advice.queries
        self.assertEqual(("find", 1000), (query["name"], query["weight"]))
        self.assertLess(query["bytes_after"], 0.3 * query["bytes_before"])
        self.assertLess(query["ms_after_low"], query["ms_after"])
        page = advice._repr_html_()
        [document] = re.findall('srcdoc="([^"]*)"', page)
        self.assertEqual(advice.html, unescape(document))
        self.assertIn('class="bar"', advice.html)
        placed.rewrite(self.spark, path, advice.placement, profile=advice.profile)
        again = placed.advise(self.spark, path, sql, device="hdd")
        self.assertLess(again.queries[0]["bytes_before"], 0.3 * query["bytes_before"])

    def test_map(self):
        path = self.table("mapped")
        drawn = placed.map(path)
        self.assertIn("300 rows, 2 columns", str(drawn))
        self.assertNotIn("SELECT", str(drawn))
        page = drawn._repr_html_()
        [document] = re.findall('srcdoc="([^"]*)"', page)
        self.assertEqual(drawn.html, unescape(document))
        self.assertIn('sandbox="allow-scripts"', page)
        # What is left where frames are removed, and outside of notebooks.
        self.assertIn(f"<pre>{escape(drawn.text)}</pre>", page)
        self.assertEqual(drawn.text, repr(drawn))
        self.assertIn("<rect", drawn.svg)
        query = placed.map(path, ["id"], "p = 1", snapshot=1, spark=self.spark)
        self.assertIn("SELECT id WHERE p = 1", str(query))
        read, files = re.search(r"reads (\d+) of (\d+) files", str(query)).groups()
        self.assertEqual(2 * int(read), int(files))
        for name, start in (("map.svg", "<?xml"), ("map.html", "<!DOCTYPE html>")):
            drawn.save(f"{self.directory.name}/{name}")
            self.assertTrue(Path(self.directory.name, name).read_text(encoding="utf-8").startswith(start))

    def test_explain(self):
        path = self.table("explained")
        explained = placed.explain(Path(path), ("id",), "p = 1", device="hdd")
        self.assertIn("SELECT id WHERE p = 1", str(explained))
        predicted = explained.json["predicted"]
        self.assertEqual(2 * predicted["filesRead"], predicted["files"])
        self.assertLess(predicted["neededBytes"], predicted["tableBytes"])
        page = explained._repr_html_()
        [document] = re.findall('srcdoc="([^"]*)"', page)
        self.assertEqual(explained.html, unescape(document))
        self.assertIn("in row groups", explained.html)
        self.assertIn('sandbox=""', page)
        first = placed.explain(path, snapshot=1)
        self.assertLess(first.json["predicted"]["tableBytes"], placed.explain(path).json["predicted"]["tableBytes"])
        with self.assertRaisesRegex(Exception, "nothing"):
            placed.explain(path, ["nothing"])

    def test_arguments_are_not_a_part_of_the_query(self):
        """Names of columns, texts of conditions, tags and paths of any letters, in snapshots of before and after."""
        seed = random.randrange(1 << 32)
        pieces = ["'", "\\", "${p}", "${spark.app.name}", '"', "`", "--", "/*", ":p", "?", "%", "\n", "\\'", "\\u0041"]
        pieces += ["ü", ";", "p", " "]
        random.seed(seed)
        texts = sorted({"".join(random.choices(pieces, k=random.randint(1, 4))) for _ in range(8)} | {"${p}", "'"})
        with self.subTest(seed=seed, texts=texts):
            path = f'{self.directory.name}/it\'s ${{p}} [x]* "q" `b` -- ü'
            rows = self.spark.createDataFrame([(i, text) for i, text in enumerate(texts)], "i int, p string")
            rows = rows.withColumnRenamed("i", "${i}")
            for _ in range(2):
                rows.write.format("placed").partitionBy("p").mode("append").save(path)
            for i, text in enumerate(texts):
                where = "p = '{}'".format(text.replace("\\", "\\\\").replace("'", "\\'"))
                for snapshot in (1, 2):
                    for found in (
                        placed.explain(path, ["${i}"], where, snapshot=snapshot, spark=self.spark),
                        placed.map(path, ["${i}"], where, snapshot=snapshot, spark=self.spark),
                    ):
                        number = f"{snapshot} of {snapshot * len(texts)} files"
                        self.assertIn(number, str(found), where)
                placed.create_tag(self.spark, path, f"tag-{i}", snapshot=1)
                rewritten = placed.rewrite(self.spark, path, "reorder=sort(`${i}`)", where=where)
                self.assertEqual((2, 1), (rewritten.files_before, rewritten.files_after), where)
            self.assertEqual(2 * len(texts), placed.read(self.spark, path).count())
            self.assertEqual(len(texts), placed.read(self.spark, path, snapshot="tag-0").count())
            placed.rollback(self.spark, path, snapshot="tag-0")
            self.assertEqual(len(texts), placed.read(self.spark, path).count())

    def test_notebook(self):
        notebook = Path(__file__).resolve().parents[1] / "examples" / "placed.ipynb"
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        names, pages = {}, []
        for cell in cells:
            if cell["cell_type"] != "code":
                continue
            code = ast.parse("".join(cell["source"]))
            # A notebook shows the value of a last expression.
            last = code.body.pop() if isinstance(code.body[-1], ast.Expr) else None
            exec(compile(code, str(notebook), "exec"), names)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), str(notebook), "eval"), names)
                if hasattr(value, "_repr_html_"):
                    pages.append(value)
        shown = [type(p).__name__ for p in pages]
        self.assertEqual(["TableMap", "Explanation", "Advice", "Explanation", "TableMap"], shown)
        for page in pages:
            self.assertIn("<iframe srcdoc=", page._repr_html_())
        before, after = (p.json["predicted"]["neededBytes"] for p in pages if isinstance(p, placed.Explanation))
        self.assertLess(after, 0.2 * before)
        shutil.rmtree(names["folder"])

    def test_start_page(self):
        page = (Path(__file__).resolve().parents[2] / "docs" / "start.md").read_text(encoding="utf-8")
        data = f"{self.directory.name}/start"
        flights = self.spark.range(30_000).selectExpr(
            "element_at(array('AA', 'B6', 'DL', 'EV', 'UA'), 1 + cast(rand(1) * 5 AS int)) AS carrier",
            "element_at(array('EWR', 'JFK', 'LGA'), 1 + cast(rand(2) * 3 AS int)) AS origin",
            "cast(rand(3) * 2400 AS int) AS dep_time",
            "cast(rand(4) * 200 AS int) - 20 AS dep_delay",
            "cast(rand(5) * 200 AS int) - 25 AS arr_delay",
        )
        flights.write.parquet(f"{data}/flights.parquet")
        [queries] = re.findall(r"```sql\n(-- /data/queries.sql\n.*?)```", page, re.DOTALL)
        Path(data, "queries.sql").write_text(queries, encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        self.assertEqual(2, len(blocks))
        for block in blocks:
            exec(compile(block.replace("/data/", f"{data}/"), "docs/start.md", "exec"), {})
        self.assertEqual(30_000, self.spark.read.parquet(f"{data}/flights-again").count())
        self.assertTrue(Path(data, "flights.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>"))

    def test_check_advice(self):
        path = self.events("checked")
        history = f"{self.directory.name}/checked_history"
        self.spark.conf.set("spark.placed.history", history)
        try:
            ask = f"SELECT sum(v) FROM placed.`{path}` WHERE k > 400000 AND k <= 410000"
            self.spark.sql(ask).collect()
            advice = placed.advise(self.spark, path, period="1s", device="hdd", objective="bytes")
            self.assertTrue(advice.change, advice.reason)
            with self.assertRaisesRegex(Exception, "none of the 1 remembered advices was followed"):
                placed.check_advice(self.spark, path)
            placed.rewrite(self.spark, path, advice.placement, profile=advice.profile)
            self.spark.sql(ask).collect()
            check = placed.check_advice(self.spark, path)
        finally:
            self.spark.conf.unset("spark.placed.history")
        [query] = check.queries
        self.assertEqual(1, query["scans"])
        self.assertLess(query["bytes_counted"], 1.6 * query["bytes_predicted"])
        self.assertGreater(query["bytes_counted"], query["bytes_predicted"] / 1.6)
        self.assertIn("next bars", str(check))
        self.assertIn("<iframe", check._repr_html_())

    def test_advise_on_nothing(self):
        path = self.events("asked_for_nothing")
        with self.assertRaisesRegex(Exception, "spark.placed.history is not set"):
            placed.advise(self.spark, path)
        every = self.workload("all.txt", "all: read * weight 10\n")
        advice = placed.advise(self.spark, path, every)
        self.assertFalse(advice.change)
        self.assertEqual([], advice.json["statements"])
        with self.assertRaisesRegex(Exception, "objective must be time, bytes or cost, found 'x'"):
            placed.advise(self.spark, path, every, objective="x")

    def test_names_with_quotes(self):
        path = self.table("it's \\ odd")
        self.assertEqual(3, placed.snapshots(self.spark, path).count())

    def test_sql_on_a_path(self):
        path = self.table("sql")
        self.spark.sql(f"DELETE FROM placed.`{path}` WHERE id >= 250")
        self.assertEqual(250, placed.read(self.spark, path).count())

    def test_a_session_that_runs_is_used(self):
        self.assertEqual(self.spark, placed.session())


if __name__ == "__main__":
    unittest.main()
