import fc from "fast-check";
import { Check } from "typebox/value";
import { describe, expect, test } from "vitest";
import {
  AnsweringGateway,
  AT_HOME,
  HOME,
  IN_OFFICE,
  OFFICE,
  ON_THIS_MACHINE,
  REQUEST,
} from "../../../test/support/client/answering-gateway.ts";
import { times } from "../../../test/support/depth.ts";
import { IDENTITY } from "../../../test/support/home/empty-gateway.ts";
import { DISCOVERY_PORT, DiscoveryReply } from "../../core/contract/discovery.ts";
import type { Sender } from "./answer.ts";

/** How many datagrams a hundred requests of one sender draw. */
const datagramsOf = (gateway: AnsweringGateway, sender: Sender): number =>
  Array.from({ length: 100 }, () => gateway.answer(REQUEST, sender)?.ports ?? []).flat().length;

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
      { numRuns: times(10_000) },
    );
    expect(gateway.answer(REQUEST, AT_HOME)).toBeDefined();
  });

  test("P5: nor is one of them answered with an address that is announced to everyone", () => {
    const gateway = new AnsweringGateway({ advertiseIp: "192.168.1.99" });
    fc.assert(
      fc.property(fc.oneof(anyOffLink, anyMulticast, anyNoHost), anyPort, (address, port) => {
        expect(gateway.answer(REQUEST, { address, port })).toBeUndefined();
      }),
      { numRuns: times(1_000) },
    );
  });

  test("P5, A9: a source on one of our networks gets 20 datagrams at once, then 4 a second, whichever port it asks from", () => {
    for (const port of [AT_HOME.port, DISCOVERY_PORT]) {
      const gateway = new AnsweringGateway();
      const datagrams = () => datagramsOf(gateway, { ...AT_HOME, port });
      expect(datagrams()).toBe(20);
      gateway.clock.advance(1_000);
      expect(datagrams()).toBe(4);
    }
  });

  test("P5: the budget belongs to an address, not to a port", () => {
    const gateway = new AnsweringGateway();
    const senders = Array.from({ length: 100 }, (_, index) => ({ address: AT_HOME.address, port: 40_000 + index }));
    expect(senders.flatMap((sender) => gateway.answer(REQUEST, sender)?.ports ?? []).length).toBe(20);
  });

  test("P5: what is not answered leaves the budget whole", () => {
    const gateway = new AnsweringGateway();
    for (let index = 0; index < 1_000; index += 1) {
      gateway.answer('{"op":102}', AT_HOME);
      gateway.answer(REQUEST, { ...AT_HOME, port: 0 });
      gateway.answer(REQUEST, { address: "8.8.8.8", port: 50_000 });
    }
    expect(datagramsOf(gateway, AT_HOME)).toBe(20);
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
  test("spec §4.9: each client gets the address on its own network", () => {
    const gateway = new AnsweringGateway();
    expect(gateway.record(AT_HOME)?.ip).toBe("192.168.1.20");
    expect(gateway.record(IN_OFFICE)?.ip).toBe("10.71.2.1");
    expect(gateway.record(ON_THIS_MACHINE)?.ip).toBe("127.0.0.1");
    expect(gateway.record({ address: OFFICE.address, port: 50_000 })?.ip).toBe("10.71.2.1");
  });

  test("everything else is the same for every client", () => {
    const gateway = new AnsweringGateway();
    const { ip: _, ...atHome } = gateway.record(AT_HOME) ?? { ip: "" };
    const { ip: __, ...inOffice } = gateway.record(IN_OFFICE) ?? { ip: "" };
    expect(atHome).toEqual(inOffice);
    expect(atHome).toMatchObject({ mac: IDENTITY.mac, reset_id: IDENTITY.resetId });
  });

  test("G29: the announced address is worked out when asked: after a change of networks the new one is announced", () => {
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

  test.each(["0.0.0.0", "::"])("with HTTP on %s every network gets its own address", (httpHost) => {
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

  test("with two of our addresses on one network a client there gets the one on which HTTP listens", () => {
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

  test.each<
    readonly [httpHost: string, atHome: string | undefined, inOffice: string | undefined, here: string | undefined]
  >([
    ["0.0.0.0", HOME.address, OFFICE.address, "127.0.0.1"],
    ["::", HOME.address, OFFICE.address, "127.0.0.1"],
    ["127.0.0.1", undefined, undefined, "127.0.0.1"],
    [HOME.address, HOME.address, undefined, HOME.address],
    ["::1", undefined, undefined, undefined],
    ["fd00::20", undefined, undefined, undefined],
  ])(
    "spec §4.9: with HTTP on %s every reply has an IPv4 address where HTTP is reached, or there is none",
    (httpHost, ...ips) => {
      const replies = [AT_HOME, IN_OFFICE, ON_THIS_MACHINE].map(
        (sender) => new AnsweringGateway({ httpHost }).answer(REQUEST, sender)?.reply,
      );
      expect(replies.map((reply) => reply?.data.ip)).toEqual(ips);
      for (const reply of replies) if (reply) expect(Check(DiscoveryReply, reply)).toBe(true);
    },
  );
});
