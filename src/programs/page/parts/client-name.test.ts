import { expect, test } from "vitest";
import { clientName } from "./client-name.ts";
import { whoWords } from "./who-words.ts";

test("a page that was paired is called by its browser, any other client as it calls itself", () => {
  expect(clientName("Luxgate page#Chrome on Android")).toBe("Chrome on Android (web page)");
  expect(clientName("acme#panel")).toBe("acme#panel");
});

test("the kind precedes a name", () => {
  expect(whoWords({ kind: "key", name: "Luxgate page#Chrome on Android" })).toBe("key Chrome on Android (web page)");
});
