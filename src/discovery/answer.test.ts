import fc from "fast-check";
import { Check } from "typebox/value";
import { describe, expect, test } from "vitest";
import { aDevice } from "../../test/support/builders.ts";
import { ManualClock } from "../../test/support/manual-clock.ts";
import { DISCOVERY_PORT, DiscoveryReply } from "../contract/discovery.ts";
import { Gateway } from "../gateway/gateway.ts";
import { type DiscoveryAnswer, DiscoveryAnswers, type DiscoveryConditions, type Sender } from "./answer.ts";
import { AnswerBudget } from "./answer-budget.ts";
import type { Network } from "./networks.ts";

const REQUEST = '{"op":101}';
/** A request filled up to a size. */
const requestOf = ({ bytes }: { readonly bytes: number }): string => `{"op":101,"pad":"${"x".repeat(bytes - 19)}"}`;
const IDENTITY = { mac: "02:00:00:12:34:56", resetId: "0D6E7A1B-3C58-4F0E-9B7A-5D1C2E3F4A5B" };
const LOOPBACK: Network = { address: "127.0.0.1", netmask: "255.0.0.0" };
const HOME: Network = { address: "192.168.1.20", netmask: "255.255.255.0" };
const OFFICE: Network = { address: "10.71.2.1", netmask: "255.255.0.0" };
const AT_HOME: Sender = { address: "192.168.1.55", port: 50_000 };
const IN_OFFICE: Sender = { address: "10.71.3.9", port: 50_000 };
const ON_THIS_MACHINE: Sender = { address: "127.0.0.1", port: 50_000 };

/** A gateway on three networks, and its answers on a clock that the test drives. */
class AnsweringGateway {
  readonly clock = new ManualClock();
  readonly gateway = new Gateway({ identity: IDENTITY, clock: this.clock.now });
  readonly #answers: DiscoveryAnswers;

  constructor(conditions: Partial<DiscoveryConditions> & { readonly name?: string } = {}) {
    const { product, ...device } = aDevice({ name: conditions.name ?? "Luxgate", lightIds: [] });
    const itself = {
      ...device,
      product: { ...product, categoryId: 10101, model: "LG-1", softwareVersion: "0.1.0" },
    } as const;
    this.gateway.submit({ kind: "deviceJoined", device: itself, lights: [], syncBox: null });
    this.#answers = new DiscoveryAnswers(
      this.gateway,
      { networks: () => [LOOPBACK, HOME, OFFICE], httpHost: "0.0.0.0", advertiseIp: undefined, ...conditions },
      new AnswerBudget(this.clock.now()),
    );
  }

  answer(payload: string | Uint8Array, sender: Sender, ownPort = DISCOVERY_PORT): DiscoveryAnswer | undefined {
    const datagram = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
    return this.#answers.to(datagram, sender, { nowMillis: this.clock.now(), ownPort });
  }

  record(sender: Sender = AT_HOME): DiscoveryReply["data"] | undefined {
    return this.answer(REQUEST, sender)?.reply.data;
  }
}

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
      { numRuns: 2_000 },
    );
  });

  test("P3: no bytes make it throw", () => {
    const gateway = new AnsweringGateway();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        expect(gateway.answer(bytes, AT_HOME)).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  test("its own answers, and another gateway's, are ignored", () => {
    const gateway = new AnsweringGateway();
    const reply = JSON.stringify(gateway.answer(REQUEST, AT_HOME)?.reply);
    expect(gateway.answer(reply, { address: HOME.address, port: DISCOVERY_PORT })).toBeUndefined();
    expect(gateway.answer(reply, { address: "192.168.1.21", port: DISCOVERY_PORT })).toBeUndefined();
  });
});

describe("who is answered", () => {
  const octet = (min: number, max: number) => fc.integer({ min, max });
  const anyAddress = fc
    .tuple(octet(0, 255), octet(0, 255), octet(0, 255), octet(0, 255))
    .map((octets) => octets.join("."));
  const anyHostAtHome = octet(1, 254).map((host) => `192.168.1.${host}`);
  const anyPort = fc.integer({ min: 1, max: 65_535 });
  const isOffLink = (address: string) => !/^(127|192\.168\.1|10\.71)\./.test(address);
  const anyOffLink = fc.oneof(
    anyAddress.filter(isOffLink),
    octet(0, 255).map((host) => `192.168.${host === 1 ? 0 : host}.55`),
    octet(0, 255).map((host) => `10.${host === 71 ? 72 : host}.3.9`),
  );
  const anyMulticast = fc
    .tuple(octet(224, 239), octet(0, 255), octet(0, 255), octet(0, 255))
    .map((octets) => octets.join("."));
  const anyNoHost = fc.constantFrom(
    "255.255.255.255",
    "0.0.0.0",
    "192.168.1.255",
    "192.168.1.0",
    "10.71.255.255",
    "10.71.0.0",
    "127.255.255.255",
    "127.0.0.0",
  );

  test("G28: none of 10,000 off-link, multicast, broadcast and port-0 sources is answered", () => {
    const gateway = new AnsweringGateway();
    const anyBadSource: fc.Arbitrary<Sender> = fc.oneof(
      fc.record({ address: fc.oneof(anyOffLink, anyMulticast, anyNoHost), port: anyPort }),
      fc.record({ address: fc.oneof(anyHostAtHome, anyAddress), port: fc.constant(0) }),
    );
    fc.assert(
      fc.property(anyBadSource, (sender) => {
        gateway.clock.advance(1_000);
        expect(gateway.answer(REQUEST, sender)).toBeUndefined();
      }),
      { numRuns: 10_000 },
    );
    expect(gateway.answer(REQUEST, AT_HOME)).toBeDefined();
  });

  test("P5: nor is one of them answered with an address that is announced to everyone", () => {
    const gateway = new AnsweringGateway({ advertiseIp: "192.168.1.99" });
    fc.assert(
      fc.property(fc.oneof(anyOffLink, anyMulticast, anyNoHost), anyPort, (address, port) => {
        expect(gateway.answer(REQUEST, { address, port })).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  test("P5: a source on one of our networks is answered 20 times at once, then 4 times a second", () => {
    const gateway = new AnsweringGateway();
    const answers = () => Array.from({ length: 100 }, () => gateway.answer(REQUEST, AT_HOME)).filter(Boolean).length;
    expect(answers()).toBe(20);
    gateway.clock.advance(1_000);
    expect(answers()).toBe(4);
  });

  test("P5: the budget belongs to an address, not to a port", () => {
    const gateway = new AnsweringGateway();
    const senders = Array.from({ length: 100 }, (_, index) => ({ address: AT_HOME.address, port: 40_000 + index }));
    expect(senders.filter((sender) => gateway.answer(REQUEST, sender)).length).toBe(20);
  });

  test("P5: what is not answered leaves the budget whole", () => {
    const gateway = new AnsweringGateway();
    for (let index = 0; index < 1_000; index += 1) {
      gateway.answer('{"op":102}', AT_HOME);
      gateway.answer(REQUEST, { ...AT_HOME, port: 0 });
      gateway.answer(REQUEST, { address: "8.8.8.8", port: 50_000 });
    }
    const answers = Array.from({ length: 100 }, () => gateway.answer(REQUEST, AT_HOME)).filter(Boolean);
    expect(answers.length).toBe(20);
  });

  test("loopback and our own addresses are not limited, and cost the others nothing", () => {
    const gateway = new AnsweringGateway();
    for (const address of ["127.0.0.1", "127.8.9.10", HOME.address, OFFICE.address]) {
      for (let index = 0; index < 500; index += 1) {
        expect(gateway.answer(REQUEST, { address, port: 50_000 })).toBeDefined();
      }
    }
    expect(gateway.answer(REQUEST, AT_HOME)).toBeDefined();
  });
});

describe("the announced address", () => {
  test("spec §4.9: each asker hears the address on its own network", () => {
    const gateway = new AnsweringGateway();
    expect(gateway.record(AT_HOME)?.ip).toBe("192.168.1.20");
    expect(gateway.record(IN_OFFICE)?.ip).toBe("10.71.2.1");
    expect(gateway.record(ON_THIS_MACHINE)?.ip).toBe("127.0.0.1");
    expect(gateway.record({ address: OFFICE.address, port: 50_000 })?.ip).toBe("10.71.2.1");
  });

  test("everything else is the same for every asker", () => {
    const gateway = new AnsweringGateway();
    const { ip: _, ...atHome } = gateway.record(AT_HOME) ?? { ip: "" };
    const { ip: __, ...inOffice } = gateway.record(IN_OFFICE) ?? { ip: "" };
    expect(atHome).toEqual(inOffice);
    expect(atHome).toMatchObject({ mac: IDENTITY.mac, reset_id: IDENTITY.resetId });
  });

  test("G29: the announced address is worked out when asked: after a change of networks the new one is told", () => {
    let networks = [HOME];
    const gateway = new AnsweringGateway({ networks: () => networks });
    expect(gateway.record()?.ip).toBe("192.168.1.20");
    networks = [{ ...HOME, address: "192.168.1.77" }];
    expect(gateway.record()?.ip).toBe("192.168.1.77");
    networks = [];
    expect(gateway.record()).toBeUndefined();
  });

  test("--advertise-ip is announced to everyone who is answered", () => {
    const gateway = new AnsweringGateway({ advertiseIp: "192.168.1.99" });
    for (const sender of [AT_HOME, IN_OFFICE, ON_THIS_MACHINE]) expect(gateway.record(sender)?.ip).toBe("192.168.1.99");
  });

  test("--advertise-ip holds wherever HTTP listens", () => {
    const gateway = new AnsweringGateway({ advertiseIp: "192.168.1.99", httpHost: OFFICE.address });
    expect(gateway.record(AT_HOME)?.ip).toBe("192.168.1.99");
  });

  test.each(["0.0.0.0", "::"])("with HTTP on %s every network is told its own address", (httpHost) => {
    const gateway = new AnsweringGateway({ httpHost });
    expect(gateway.record(AT_HOME)?.ip).toBe("192.168.1.20");
    expect(gateway.record(IN_OFFICE)?.ip).toBe("10.71.2.1");
  });

  test("with HTTP on one address only those who reach it are answered", () => {
    const gateway = new AnsweringGateway({ httpHost: OFFICE.address });
    expect(gateway.record(IN_OFFICE)?.ip).toBe("10.71.2.1");
    expect(gateway.record(AT_HOME)).toBeUndefined();
    expect(gateway.record(ON_THIS_MACHINE)?.ip).toBe("10.71.2.1");
    expect(gateway.record({ address: HOME.address, port: 50_000 })?.ip).toBe("10.71.2.1");
  });

  test("with HTTP on loopback only this machine is answered", () => {
    const gateway = new AnsweringGateway({ httpHost: "127.0.0.1" });
    expect(gateway.record(ON_THIS_MACHINE)?.ip).toBe("127.0.0.1");
    expect(gateway.record({ address: HOME.address, port: 50_000 })?.ip).toBe("127.0.0.1");
    expect(gateway.record(AT_HOME)).toBeUndefined();
  });

  test("with two of our addresses on one network an asker there hears the one on which HTTP listens", () => {
    const cable = { ...HOME, address: "192.168.1.20" };
    const radio = { ...HOME, address: "192.168.1.21" };
    for (const networks of [
      [cable, radio],
      [radio, cable],
    ]) {
      const gateway = new AnsweringGateway({ networks: () => networks, httpHost: radio.address });
      expect(gateway.record(AT_HOME)?.ip).toBe("192.168.1.21");
    }
  });

  test("spec §4.9: no answer carries anything but an IPv4 address, also with HTTP on an IPv6 one", () => {
    for (const httpHost of ["0.0.0.0", "::", "127.0.0.1", "::1", "fd00::20", HOME.address]) {
      for (const sender of [AT_HOME, IN_OFFICE, ON_THIS_MACHINE]) {
        const answer = new AnsweringGateway({ httpHost }).answer(REQUEST, sender);
        if (answer) expect(Check(DiscoveryReply, answer.reply), `${httpHost}, ${answer.reply.data.ip}`).toBe(true);
      }
    }
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
      { numRuns: 10_000 },
    );
  });
});

describe("the size of an answer", () => {
  test("the usual client takes 1024 bytes: a name of 128 characters of 4 bytes fits", () => {
    const name = "💡".repeat(128);
    const reply = new AnsweringGateway({ name }).answer(REQUEST, AT_HOME)?.reply;
    expect(reply?.data.name).toBe(name);
    expect(reply && bytesOf(reply)).toBeLessThanOrEqual(1024);
  });

  test("so does every other name of 128 characters, also one that JSON has to escape", () => {
    const anyCharacter = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
      fc.constantFrom("\0", "\ud800", '"', "💡"),
    );
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 128, maxLength: 128 }), (name) => {
        const reply = new AnsweringGateway({ name }).answer(REQUEST, AT_HOME)?.reply;
        expect(reply && bytesOf(reply)).toBeLessThanOrEqual(1024);
      }),
    );
  });
});
