package io.placed.spark;

import io.placed.spark.version.SparkRelease;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** A test, or all of a class, that older releases of Spark skip. */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SinceSpark.Condition.class)
public @interface SinceSpark {
  /** The first release that runs it. */
  String value();

  /** What older ones lack, or do otherwise. */
  String because();

  /** Compares with the release that the module is for. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return AnnotationSupport.findAnnotation(context.getElement(), SinceSpark.class)
          .filter(since -> SparkRelease.SUPPORTED.compareTo(since.value()) < 0)
          .map(s -> ConditionEvaluationResult.disabled("since " + s.value(), s.because()))
          .orElse(ConditionEvaluationResult.enabled("this release has all it needs"));
    }
  }
}
