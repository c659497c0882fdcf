import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_SERVICE_TYPE, parseServiceType } from "./service-type.ts";

const problemIn = (text: string): string | undefined => {
  const parsed = parseServiceType(text);
  return "problem" in parsed ? parsed.problem : undefined;
};

describe("a service type", () => {
  test.each(["luxgate", "_luxgate", "_luxgate._tcp", "luxgate._tcp", "_luxgate._TCP"])(
    "may be written as %s",
    (text) => {
      expect(parseServiceType(text)).toEqual({ type: "luxgate" });
    },
  );

  test.each(["a", "a-b-c", "x1", "1x", "fifteen-letters", "Luxgate"])("may be %s", (text) => {
    expect(parseServiceType(`_${text}._tcp`)).toEqual({ type: text });
  });

  test("is a good one unless another is chosen", () => {
    expect(parseServiceType(DEFAULT_SERVICE_TYPE)).toEqual({ type: DEFAULT_SERVICE_TYPE });
  });

  test.each(["", "_", "._tcp", "-a", "a-", "a--b", "a_b", "__a", "a b", "größe", "12", "1-2", "a\n", "luxgate\u0000"])(
    "cannot be %j",
    (text) => {
      expect(problemIn(text)).toMatch(/letters, digits and single hyphens/);
    },
  );

  test("has at most 15 characters", () => {
    expect(problemIn("sixteen-letters-")).toMatch(/at most 15 characters/);
    expect(problemIn("_abcdefghijklmnop._tcp")).toMatch(/at most 15 characters/);
  });

  test.each(["_luxgate._udp", "luxgate.", "luxgate.tcp", "_luxgate._sctp"])(
    "is one over TCP, which %s is not",
    (text) => {
      expect(problemIn(text)).toMatch(/over TCP/);
    },
  );

  test.each(["_luxgate._tcp.local", "_luxgate._tcp.local.", "_printer._sub._luxgate._tcp"])(
    "has no domain and no subtype, as %s has",
    (text) => {
      expect(problemIn(text)).toMatch(/without a domain/);
    },
  );

  test("is a label that any program can look for, or a problem that says what was expected", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^_?[a-zA-Z0-9_-]{0,17}(\._(tcp|udp))?$/)), (text) => {
        const parsed = parseServiceType(text);
        if ("problem" in parsed) expect(parsed.problem).toMatch(/^Expected .*_luxgate\._tcp\.$/);
        else expect(parsed.type).toMatch(/^[a-z0-9-]{1,15}$/i);
      }),
    );
  });
});
