package io.placed.suites

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.{DynamicContainer, DynamicNode, DynamicTest, Tag, TestFactory}
import org.junit.jupiter.api.Assertions.{assertEquals, fail}
import org.junit.jupiter.api.Assumptions.abort
import org.scalatest.Suite

/**
 * Suites of ScalaTest as tests of JUnit, one for each of theirs. A suite runs when its container is
 * entered, as a whole, because it starts and stops a Spark.
 */
abstract class SuitesTest(suites: Class[_ <: Suite]*) {

  @TestFactory
  def suite(): java.util.List[DynamicNode] =
    suites
      .map { c =>
        DynamicContainer.dynamicContainer(c.getSimpleName, SuitesTest.tests(c)): DynamicNode
      }
      .asJava
}

object SuitesTest {

  /** Runs the excluded tests instead, to find those that pass: `-Dplaced.suites.excluded=true`. */
  private val excluded = java.lang.Boolean.getBoolean("placed.suites.excluded")

  /** Nothing is run before the stream is consumed. */
  private def tests(suite: Class[_ <: Suite]): java.util.stream.Stream[DynamicNode] =
    java.util.Collections.singletonList(suite).stream().flatMap { c =>
      val run = new SuiteRun(c.getDeclaredConstructor().newInstance())
      val outcomes = run.run(run.isExcluded(_) == excluded)
      val known = DynamicTest.dynamicTest(
        "exclusions name tests that exist",
        () => assertEquals(Nil, run.stale))
      val left = for (t <- run.testNames if run.isExcluded(t) && !excluded) yield
        DynamicTest.dynamicTest(t, () => abort[Unit]("left out: " + run.reason(t)))
      (known +: outcomes.map { case (name, outcome) => test(name, outcome) } ++: left)
        .map(t => t: DynamicNode)
        .asJava
        .stream()
    }

  private def test(name: String, outcome: SuiteRun.Outcome): DynamicTest =
    DynamicTest.dynamicTest(
      name,
      () =>
        outcome match {
          case SuiteRun.Passed if excluded => fail(s"$name: passes: take it out of exclusions.txt")
          case SuiteRun.Failed(message, _) if excluded => abort[Unit](message)
          case SuiteRun.Passed =>
          case SuiteRun.Skipped(why) => abort[Unit](why)
          // Reports of Maven have only the number of a dynamic test.
          case SuiteRun.Failed(message, cause) => fail(s"$name: $message", cause.orNull)
        })
}

/** Short ones, for every build. */
class ShortSuitesTest
    extends SuitesTest(
      classOf[PlacedNestedDataSourceSuite],
      classOf[PlacedDeleteFromSuite],
      classOf[PlacedCharVarcharDDLSuite])

@Tag("long")
class InsertSuitesTest
    extends SuitesTest(
      classOf[PlacedInsertSuite],
      classOf[PlacedSQLInsertSuite],
      classOf[PlacedInsertIntoSuite],
      classOf[PlacedDataFrameInsertIntoSuite],
      classOf[PlacedCharVarcharSuite])

@Tag("long")
class RowLevelSuitesTest
    extends SuitesTest(classOf[PlacedDeleteSuite], classOf[PlacedUpdateSuite], classOf[PlacedMergeSuite])

@Tag("long")
class SchemaSuitesTest
    extends SuitesTest(
      classOf[PlacedSchemaPruningSuite],
      classOf[PlacedReadSchemaSuite],
      classOf[PlacedAlterTableSuite])

@Tag("long")
class ScanSuitesTest
    extends SuitesTest(
      classOf[PlacedDynamicPruningSuite],
      classOf[PlacedAdaptiveDynamicPruningSuite],
      classOf[PlacedAggregatePushDownSuite])
