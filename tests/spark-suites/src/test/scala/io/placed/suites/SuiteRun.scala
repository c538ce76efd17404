package io.placed.suites

import java.io.File
import scala.collection.mutable

import org.apache.hadoop.fs.FileUtil
import org.scalatest.{Args, DynaTags, Filter, Reporter, Suite, Tracker}
import org.scalatest.events._

/** One run of a ScalaTest suite, and the outcome of each test. */
final class SuiteRun(suite: Suite) {
  import SuiteRun._

  val name: String = suite.getClass.getSimpleName
  val exclusions: Seq[Exclusions.Exclusion] = Exclusions.of(name)

  def testNames: Seq[String] = suite.testNames.toSeq

  def reason(test: String): String =
    exclusions.find(_.matches(test)).fold("")(_.reason)

  def isExcluded(test: String): Boolean = exclusions.exists(_.matches(test))

  /** Exclusions of tests that the suite does not have, or no longer has. */
  def stale: Seq[String] =
    exclusions.filterNot(e => suite.testNames.exists(e.matches)).map(_.name)

  /** Runs the tests that `chosen` names; a failure outside of a test fails the suite's own name. */
  def run(chosen: String => Boolean): Seq[(String, Outcome)] = {
    val tests = suite.testNames.toSeq.filter(chosen)
    val left = suite.testNames.filterNot(chosen)
    val tags = Map(suite.suiteId -> left.map(_ -> Set(LEFT_OUT)).toMap)
    val filter = Filter(None, Set(LEFT_OUT), excludeNestedSuites = true, DynaTags(Map.empty, tags))
    val outcomes = mutable.Map[String, Outcome]()
    val events = new Reporter {
      override def apply(event: Event): Unit = outcomes.synchronized {
        event match {
          case e: TestSucceeded => outcomes(e.testName) = Passed
          case e: TestIgnored => outcomes(e.testName) = Skipped("ignored by Spark")
          case e: TestCanceled => outcomes(e.testName) = Skipped(e.message)
          case e: TestPending => outcomes(e.testName) = Skipped("pending")
          case e: TestFailed => outcomes(e.testName) = Failed(e.message, e.throwable)
          case e: SuiteAborted => outcomes(name) = Failed(e.message, e.throwable)
          case _ =>
        }
      }
    }
    // Removes the files of a killed run.
    FileUtil.fullyDelete(new File("spark-warehouse"))
    try suite.run(None, Args(events, filter = filter, tracker = new Tracker))
    catch {
      case e: Throwable => outcomes.synchronized(outcomes(name) = Failed(e.toString, Some(e)))
    }
    outcomes.synchronized {
      val aborted = outcomes.get(name).map(name -> _).toSeq
      aborted ++ tests.map(t => t -> outcomes.getOrElse(t, Failed("the test was not run", None)))
    }
  }
}

object SuiteRun {
  private val LEFT_OUT = "io.placed.LeftOut"

  sealed trait Outcome
  case object Passed extends Outcome
  final case class Skipped(why: String) extends Outcome
  final case class Failed(message: String, cause: Option[Throwable]) extends Outcome
}
