package io.placed.stores;

/** The contract of file stores on Azurite, through ABFS. */
class AzureFileStoreTest extends ServerFileStoreContract {
  AzureFileStoreTest() {
    super(Store.AZURE);
  }
}
