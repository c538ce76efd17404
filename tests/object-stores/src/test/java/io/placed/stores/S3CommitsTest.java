package io.placed.stores;

/** Tables on S3Proxy, through S3A, which repeats requests: no append fails. */
class S3CommitsTest extends CommitsContract {
  S3CommitsTest() {
    super(Store.S3, 1, 0);
  }
}
