import fc from "fast-check";
import { generate } from "mqtt-packet";
import { expect, test } from "vitest";
import { times } from "../../test/support/depth.ts";
import { publishBytes } from "./publish-packet.ts";

test("a message is the same bytes that the library makes of it, whatever its topic and its length", () => {
  const anyLength = fc.oneof(fc.nat({ max: 300 }), fc.constantFrom(127, 128, 16_000, 16_383, 16_384, 2_097_152));
  const anyTopic = fc.stringMatching(/^[^+#\0]{1,40}$/);
  fc.assert(
    fc.property(anyTopic, anyLength, fc.constantFrom(0, 1), fc.integer({ min: 1, max: 65_535 }), (...given) => {
      const [topic, length, qos, messageId] = given;
      const packet = { topic, payload: Buffer.alloc(length, "x"), qos, ...(qos === 1 ? { messageId } : {}) } as const;
      const due = generate({ cmd: "publish", dup: false, retain: false, ...packet });
      expect(publishBytes(packet).equals(due)).toBe(true);
    }),
    { numRuns: times(500) },
  );
});
