package io.placed.explain;

/** Fits a line to points by least squares of relative errors. */
final class LineFit {
  private LineFit() {}

  /**
   * @param x at least two different ones
   * @param y positive
   * @return value at 0 and slope, neither below 0
   */
  static double[] fit(double[] x, double[] y) {
    double sw = 0;
    double swx = 0;
    double swy = 0;
    double swxx = 0;
    double swxy = 0;
    for (int i = 0; i < x.length; i++) {
      double w = 1 / (y[i] * y[i]);
      sw += w;
      swx += w * x[i];
      swy += w * y[i];
      swxx += w * x[i] * x[i];
      swxy += w * x[i] * y[i];
    }
    double slope = Math.max(0, (sw * swxy - swx * swy) / (sw * swxx - swx * swx));
    double at0 = (swy - slope * swx) / sw;
    if (at0 < 0) {
      // Without a value at 0 the slope is the one of the line through the origin.
      return new double[] {0, swxy / swxx};
    }
    return new double[] {at0, slope};
  }
}
