import fc from "fast-check";
import { expect, test } from "vitest";
import { subscribePacket, unsubscribePacket } from "../../../../test/support/events/mqtt-packets.ts";
import { PACKET } from "../connection/packet-stream.ts";
import { hasMoreFilters } from "./has-more-filters.ts";

const MOST = 20;

test("filters are counted, whatever they are, and whatever length the packet has", () => {
  const anyFilters = fc.array(fc.string({ maxLength: 60 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(anyFilters, (filters) => {
      const isMore = filters.length > MOST;
      const { subscribe, unsubscribe } = PACKET;
      expect(hasMoreFilters({ kind: subscribe, bytes: subscribePacket(filters) }, MOST)).toBe(isMore);
      expect(hasMoreFilters({ kind: unsubscribe, bytes: unsubscribePacket(filters) }, MOST)).toBe(isMore);
    }),
  );
});

test("whatever bytes come in the place of a packet, they are looked at to their end and no further", () => {
  const anyKind = fc.constantFrom(PACKET.subscribe, PACKET.unsubscribe, PACKET.connect, PACKET.pingreq);
  fc.assert(
    fc.property(anyKind, fc.uint8Array({ maxLength: 200 }), (kind, bytes) => {
      expect(hasMoreFilters({ kind, bytes: Buffer.from(bytes) }, MOST)).toBeTypeOf("boolean");
    }),
  );
});
