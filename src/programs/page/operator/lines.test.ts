import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "./lines.ts";

test("lines come whole, wherever the stream is cut", async () => {
  const line = fc.string({ unit: "grapheme" }).map((text) => JSON.stringify(text));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), fc.boolean(), async (lines, size, isEnded) => {
      const bytes = new TextEncoder().encode(lines.join("\n") + (isEnded ? "\n" : ""));
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      });
      const read: string[] = [];
      for await (const one of linesOf(stream)) read.push(one);
      expect(read).toEqual(lines);
    }),
    { numRuns: 30 },
  );
});
