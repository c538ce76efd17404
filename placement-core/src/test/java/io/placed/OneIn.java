package io.placed;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A slow test, or each of a class, that is run in one of so many builds, by chance, and always with
 * {@code -Plong}. See {@link Chosen}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OneIn.Condition.class)
public @interface OneIn {
  /** In one of how many builds. */
  int value();

  /** Reads the annotation of the test, else that of its class. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      if (context.getTestMethod().isEmpty()) {
        return ConditionEvaluationResult.enabled("each test is chosen");
      }
      OneIn own = of(context.getElement());
      OneIn asked = own == null ? of(context.getTestClass()) : own;
      String test = context.getRequiredTestClass().getName() + "." + name(context);
      return asked == null || Chosen.isChosen(test, asked.value())
          ? ConditionEvaluationResult.enabled("chosen by " + Chosen.seed())
          : ConditionEvaluationResult.disabled("not chosen by " + Chosen.seed() + "; see -Plong");
    }

    private static String name(ExtensionContext context) {
      return context.getRequiredTestMethod().getName();
    }

    private static OneIn of(Optional<? extends AnnotatedElement> element) {
      return element.map(e -> e.getAnnotation(OneIn.class)).orElse(null);
    }
  }
}
