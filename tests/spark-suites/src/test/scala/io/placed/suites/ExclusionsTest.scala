package io.placed.suites

import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.Test
import org.scalatest.Suite

class ExclusionsTest {

  @Test
  def everySuiteOfTheListExists(): Unit =
    for (name <- Exclusions.suites) {
      val suite = Class.forName("io.placed.suites." + name)
      assertTrue(classOf[Suite].isAssignableFrom(suite), name)
    }

  @Test
  def namesStandBelowTheirReason(): Unit = {
    val found = Exclusions.parse(
      Seq("# why", "ASuite", "  because it may", "    one", "    two*", "  because not", "    three"))
    assertEquals(
      Map(
        "ASuite" -> Seq(
          Exclusions.Exclusion("one", "it may"),
          Exclusions.Exclusion("two*", "it may"),
          Exclusions.Exclusion("three", "not"))),
      found)
    assertTrue(found("ASuite")(1).matches("two and more"))
    assertFalse(found("ASuite").head.matches("one and more"))
  }

  @Test
  def anExclusionWithoutReasonIsRefused(): Unit = {
    val error = assertThrows(
      classOf[IllegalArgumentException],
      () => { Exclusions.parse(Seq("ASuite", "    one")); () })
    assertEquals(Exclusions.file + ", line 2: no reason before the name:     one", error.getMessage)
  }
}
