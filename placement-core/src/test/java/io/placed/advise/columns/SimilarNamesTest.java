package io.placed.advise.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SimilarNamesTest {
  private static final List<String> KNOWN =
      List.of(
          "placement",
          "placement.reorder",
          "isolation",
          "page-rows",
          "profile",
          "mergeSchema",
          "write.distribution-mode",
          "placed.deletes.max-share");

  @Test
  void typingErrors() {
    Map<String, String> meant =
        Map.ofEntries(
            Map.entry("isolatoin", "isolation"),
            Map.entry("Isolatin", "isolation"),
            Map.entry("isollation", "isolation"),
            Map.entry("izolation", "isolation"),
            Map.entry("page_rows", "page-rows"),
            Map.entry("MERGESCHEM", "mergeSchema"),
            Map.entry("placment", "placement"),
            Map.entry("Placement.layout", "placement"),
            Map.entry("placement.reodrer", "placement.reorder"),
            Map.entry("placement.reorders", "placement.reorder"),
            Map.entry("write.distribution-mod", "write.distribution-mode"),
            Map.entry("write.distributon-mod", "write.distribution-mode"),
            Map.entry("deletes.max-share", "placed.deletes.max-share"),
            Map.entry("compressions", "compression"));
    meant.forEach(
        (name, of) -> assertEquals(Optional.of(of), SimilarNames.meant(name, KNOWN), name));
  }

  @Test
  void otherNames() {
    for (String name :
        List.of(
            "replacement",
            "insolation",
            "isolations.of.mine",
            "page",
            "profil",
            "owner",
            "mergeSchemas.by",
            "deletes",
            "ISOLATION",
            "mergeschema")) {
      assertEquals(Optional.empty(), SimilarNames.meant(name, KNOWN), name);
    }
  }
}
