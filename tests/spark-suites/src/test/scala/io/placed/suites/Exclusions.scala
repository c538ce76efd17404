package io.placed.suites

import scala.io.{Codec, Source}

import org.apache.spark.SPARK_VERSION

/**
 * Tests that are left out, with the reason; for each release from a file such as
 * `exclusions-4.2.txt`:
 *
 * {{{
 * PlacedInsertSuite
 *   because the test requires classes of Spark's Parquet
 *     name of a test
 *     names that begin like this*
 * }}}
 */
object Exclusions {
  final case class Exclusion(name: String, reason: String) {
    def matches(test: String): Boolean =
      if (name.endsWith("*")) test.startsWith(name.dropRight(1)) else test == name
  }

  private[suites] val file: String =
    SPARK_VERSION.split('.').take(2).mkString("exclusions-", ".", ".txt")

  private val all: Map[String, Seq[Exclusion]] = {
    val in = getClass.getResourceAsStream("/" + file)
    try parse(Source.fromInputStream(in)(Codec.UTF8).getLines().toSeq)
    finally in.close()
  }

  def of(suite: String): Seq[Exclusion] = all.getOrElse(suite, Nil)

  def suites: Set[String] = all.keySet

  private[suites] def parse(lines: Seq[String]): Map[String, Seq[Exclusion]] = {
    var suite = ""
    var reason = ""
    val found = Seq.newBuilder[(String, Exclusion)]
    for ((line, i) <- lines.zipWithIndex if line.trim.nonEmpty && !line.startsWith("#")) {
      def wrong(what: String) =
        throw new IllegalArgumentException(s"$file, line ${i + 1}: $what: $line")
      if (line.startsWith("    ")) {
        if (reason.isEmpty) wrong("no reason before the name")
        found += suite -> Exclusion(line.trim, reason)
      } else if (line.startsWith("  because ")) {
        if (suite.isEmpty) wrong("no suite before the reason")
        reason = line.trim.stripPrefix("because ")
      } else if (line.startsWith(" ")) {
        wrong("neither a name (four spaces) nor a reason (two, then 'because')")
      } else {
        suite = line.trim
        reason = ""
      }
    }
    found.result().groupBy(_._1).map { case (name, of) => name -> of.map(_._2) }
  }
}
