import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AnsweringGateway,
  AT_HOME,
  HOME,
  IN_OFFICE,
  ON_THIS_MACHINE,
  REQUEST,
} from "../../../test/support/client/answering-gateway.ts";
import { times } from "../../../test/support/depth.ts";
import { IDENTITY } from "../../../test/support/home/empty-gateway.ts";
import { DISCOVERY_PORT, type DiscoveryReply } from "../../core/contract/discovery.ts";

/** A request filled up to a size. */
const requestOf = ({ bytes }: { readonly bytes: number }): string => `{"op":101,"pad":"${"x".repeat(bytes - 19)}"}`;
const bytesOf = (reply: DiscoveryReply): number => new TextEncoder().encode(JSON.stringify(reply)).byteLength;

describe("what is answered", () => {
  test("spec §4.9: op 101 draws a reply with op 102 and the whole discovery record", () => {
    expect(new AnsweringGateway().answer(REQUEST, AT_HOME)?.reply).toEqual({
      op: 102,
      data: {
        name: "Luxgate",
        model: "LG-1",
        version: "0.1.0",
        mac: IDENTITY.mac,
        ip: "192.168.1.20",
        link_enabled: false,
        link_remian_ms: 0,
        reset_id: IDENTITY.resetId,
      },
    });
  });

  test.each([
    ["spaces and line breaks", ' {\r\n\t"op" : 101 }\n'],
    ["further fields", '{"op":101,"data":{"name":"an app"},"seq":7}'],
    ["further fields of any script", '{"op":101,"name":"客厅 💡"}'],
    ["the number in another spelling", '{"op":101.0}'],
    ["512 bytes", requestOf({ bytes: 512 })],
  ])("spec §4.9: a request with %s is answered", (_, payload) => {
    expect(new AnsweringGateway().answer(payload, AT_HOME)?.reply.op).toBe(102);
  });

  test.each([
    ["another operator", '{"op":100}'],
    ["an answer's operator", '{"op":102,"data":{}}'],
    ["op as text", '{"op":"101"}'],
    ["op as a flag", '{"op":true}'],
    ["op as null", '{"op":null}'],
    ["op in a list", '{"op":[101]}'],
    ["op as a fraction", '{"op":101.5}'],
    ["op in capitals", '{"OP":101}'],
    ["no op", "{}"],
    ["op one level down", '{"data":{"op":101}}'],
    ["op in the prototype", '{"__proto__":{"op":101}}'],
    ["a second op that is another", '{"op":101,"op":102}'],
    ["an empty list", "[]"],
    ["a list that holds a request", '[{"op":101}]'],
    ["null", "null"],
    ["a bare number", "101"],
    ["a bare text", '"101"'],
    ["nothing at all", ""],
    ["half of a request", '{"op":10'],
    ["a request and more", '{"op":101}{"op":101}'],
    ["single quotes", "{'op':101}"],
    ["no JSON", "discover"],
    ["a deep nest", "[".repeat(512)],
    ["513 bytes", requestOf({ bytes: 513 })],
    ["as many bytes as there can be", requestOf({ bytes: 65_507 })],
  ])("P3: a datagram with %s is ignored", (_, payload) => {
    expect(new AnsweringGateway().answer(payload, AT_HOME)).toBeUndefined();
  });

  test("P3: bytes that are no text are ignored", () => {
    expect(new AnsweringGateway().answer(Uint8Array.of(0xff, 0xfe, 0x00, 0x80), AT_HOME)).toBeUndefined();
  });

  test("P3: no JSON is answered but an object whose op is the number 101", () => {
    const anyOp = fc.oneof(fc.constant(101), fc.integer(), fc.string(), fc.constantFrom("101", null, true));
    const anyPayload = fc.oneof(fc.jsonValue(), fc.record({ op: anyOp, more: fc.jsonValue() }));
    const gateway = new AnsweringGateway();
    fc.assert(
      fc.property(anyPayload, (payload) => {
        const isRequest = typeof payload === "object" && payload !== null && "op" in payload && payload.op === 101;
        const text = JSON.stringify(payload);
        const fits = new TextEncoder().encode(text).byteLength <= 512;
        expect(gateway.answer(text, ON_THIS_MACHINE) !== undefined).toBe(isRequest && fits);
      }),
      { numRuns: times(2_000) },
    );
  });

  test("P3: no bytes make it throw", () => {
    const gateway = new AnsweringGateway();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        expect(gateway.answer(bytes, AT_HOME)).toBeUndefined();
      }),
      { numRuns: times(2_000) },
    );
  });

  test("its own answers, and another gateway's, are ignored", () => {
    const gateway = new AnsweringGateway();
    const reply = JSON.stringify(gateway.answer(REQUEST, AT_HOME)?.reply);
    expect(gateway.answer(reply, { address: HOME.address, port: DISCOVERY_PORT })).toBeUndefined();
    expect(gateway.answer(reply, { address: "192.168.1.21", port: DISCOVERY_PORT })).toBeUndefined();
  });
});

describe("where the answer goes", () => {
  test("G27: the answer goes to the sender's port and to the discovery port, where the usual client listens", () => {
    expect(new AnsweringGateway().answer(REQUEST, AT_HOME)?.ports).toEqual([50_000, 9001]);
  });

  test("it goes to the discovery port once when the sender asked from there", () => {
    expect(new AnsweringGateway().answer(REQUEST, { ...AT_HOME, port: 9001 })?.ports).toEqual([9001]);
  });

  test("the discovery port is the configured one", () => {
    expect(new AnsweringGateway().answer(REQUEST, AT_HOME, 19_001)?.ports).toEqual([50_000, 19_001]);
    expect(new AnsweringGateway().answer(REQUEST, { ...AT_HOME, port: 9001 }, 19_001)?.ports).toEqual([9001, 19_001]);
  });

  test.each(["127.0.0.1", "127.8.9.10", HOME.address])(
    "on this machine (%s) it goes to the sender's port alone",
    (address) => {
      expect(new AnsweringGateway().answer(REQUEST, { address, port: 50_000 })?.ports).toEqual([50_000]);
    },
  );
});

describe("the pairing window in the answers", () => {
  test("spec §4.9 rule 1: before any press pairing is shut", () => {
    expect(new AnsweringGateway().record()).toMatchObject({ link_enabled: false, link_remian_ms: 0 });
  });

  test("spec §4.9 rule 2: after a press it is open, and the rest counts down to 0 at 10 s", () => {
    const gateway = new AnsweringGateway();
    gateway.gateway.pressButton();
    expect(gateway.record()).toMatchObject({ link_enabled: true, link_remian_ms: 10_000 });
    gateway.clock.advance(4_000);
    expect(gateway.record(IN_OFFICE)).toMatchObject({ link_enabled: true, link_remian_ms: 6_000 });
    gateway.clock.advance(5_999);
    expect(gateway.record()).toMatchObject({ link_enabled: true, link_remian_ms: 1 });
    gateway.clock.advance(1);
    expect(gateway.record()).toMatchObject({ link_enabled: false, link_remian_ms: 0 });
  });

  test("spec §3: 10,000 presses open it for 9.95 to 10.00 s each", () => {
    const anyStep = fc.double({ min: 0.001, max: 25, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20_000, noNaN: true }), anyStep, (idleMillis, stepMillis) => {
        const gateway = new AnsweringGateway();
        gateway.clock.advance(idleMillis);
        gateway.gateway.pressButton();
        gateway.clock.advance(9_950);
        expect(gateway.record(ON_THIS_MACHINE)?.link_enabled).toBe(true);
        gateway.clock.advance(50 + stepMillis);
        expect(gateway.record(ON_THIS_MACHINE)).toMatchObject({ link_enabled: false, link_remian_ms: 0 });
      }),
      { numRuns: times(10_000) },
    );
  });
});

describe("the name and the size of an answer", () => {
  test("spec §4.9: name is the product's, whatever a person calls the gateway", () => {
    const answering = new AnsweringGateway({ name: "Attic" });
    expect(answering.record()?.name).toBe("Luxgate");
    const { home } = answering.gateway;
    const deviceId = home.gateway?.id ?? expect.fail("there is no gateway");
    expect(answering.gateway.submit({ kind: "deviceRenamed", deviceId, name: "Ground floor" })).toBe("done");
    expect(answering.record()?.name).toBe("Luxgate");
  });

  test("the usual client takes 1024 bytes: whatever the gateway is called, the answer fits", () => {
    for (const name of ["💡".repeat(128), '"'.repeat(128)]) {
      const reply = new AnsweringGateway({ name }).answer(REQUEST, AT_HOME)?.reply;
      expect(reply && bytesOf(reply)).toBeLessThanOrEqual(1024);
    }
  });
});
