import fc from "fast-check";
import { expect, test } from "vitest";
import { Lines } from "./lines.ts";

test("lines are the same however a stream cuts them", () => {
  const line = fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x0a)));
  fc.assert(
    fc.property(fc.array(line), line, fc.array(fc.nat(30)), (whole, rest, cuts) => {
      const stream = Buffer.concat([...whole.flatMap((bytes) => [bytes, Buffer.from("\n")]), rest]);
      const lines = new Lines(1_000_000);
      const received: Uint8Array[] = [];
      let from = 0;
      for (const cut of [...cuts, stream.length]) {
        const taken = lines.take(stream.subarray(from, from + cut));
        if (taken !== "too-long") received.push(...taken);
        from += cut;
      }
      expect(received.map((bytes) => Buffer.from(bytes))).toEqual(whole);
      expect(Buffer.from(lines.rest())).toEqual(rest);
    }),
  );
});

test("a line may be as long as was agreed, and no longer", () => {
  expect(new Lines(3).take(Buffer.from("abc\n"))).toHaveLength(1);
  expect(new Lines(3).take(Buffer.from("abc"))).toEqual([]);
  expect(new Lines(3).take(Buffer.from("abcd"))).toBe("too-long");
});
