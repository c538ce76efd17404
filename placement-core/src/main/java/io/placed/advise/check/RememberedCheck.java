package io.placed.advise.check;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The errors of an advice that was followed.
 *
 * @param version of the form, {@link RememberedAdvice#VERSION}
 * @param advice id of the advice
 * @param at milliseconds since 1970-01-01T00:00Z
 * @param scans that were compared
 * @param errors by template
 */
public record RememberedCheck(
    int version, String advice, long at, long scans, List<TemplateError> errors) {
  public RememberedCheck {
    if (version != RememberedAdvice.VERSION) {
      throw new IllegalArgumentException(
          "the version of a remembered check must be "
              + RememberedAdvice.VERSION
              + ", found "
              + version);
    }
    requireNonNull(advice, "a check must have the id of an advice");
    errors = List.copyOf(requireNonNull(errors, "a check must have errors"));
  }

  /**
   * The errors of a template.
   *
   * @param bytesLog logarithm of counted by predicted bytes
   * @param timeLog the same of run times; null if they cannot be compared
   */
  public record TemplateError(String template, long scans, double bytesLog, Double timeLog) {
    public TemplateError {
      if (!Double.isFinite(bytesLog) || timeLog != null && !Double.isFinite(timeLog)) {
        throw new IllegalArgumentException(
            "errors must be finite, found " + bytesLog + " and " + timeLog);
      }
    }
  }

  static RememberedCheck of(CheckResult result, long at) {
    return new RememberedCheck(
        RememberedAdvice.VERSION,
        result.advice().id(),
        at,
        result.scans(),
        result.templates().stream()
            .map(
                t ->
                    new TemplateError(
                        t.name(), t.scans(), t.bytesLog(), t.timed() ? t.timeLog() : null))
            .toList());
  }
}
