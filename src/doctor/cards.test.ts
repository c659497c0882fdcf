import fc from "fast-check";
import { expect, test } from "vitest";
import { isOnNetwork } from "../shared/ipv4.ts";
import { cardsOf } from "./cards.ts";

const ipv4 = fc.ipV4();
const prefix = fc.integer({ min: 1, max: 32 });
const maskOf = (bits: number): string =>
  [24, 16, 8, 0].map((shift) => ((2 ** 32 - 2 ** (32 - bits)) / 2 ** shift) & 255).join(".");
const cardAt = (name: string, address: string, netmask: string, internal = false) =>
  cardsOf({ [name]: [{ address, netmask, internal, family: "IPv4", mac: "", cidr: null }] })[0];

test.each([
  ["eth0", "network"],
  ["wlp3s0", "network"],
  ["docker0", "containers"],
  ["br-1f2e", "containers"],
  ["wg0", "VPN"],
  ["tailscale0", "VPN"],
  ["eth0.20", "VLAN"],
  ["vlan7", "VLAN"],
])("%s is taken for a card of kind %s", (name, kind) => {
  expect(cardAt(name, "192.168.1.2", "255.255.255.0")?.kind).toBe(kind);
});

test("a card of two is taken for a VPN whatever it is called, and has no broadcast address", () => {
  expect(cardAt("corp", "10.0.0.1", "255.255.255.255")).toMatchObject({ kind: "VPN", broadcast: undefined });
  expect(cardAt("corp", "10.0.0.1", "255.255.255.254")).toMatchObject({ kind: "VPN", broadcast: undefined });
});

test("programs on this machine have no broadcast, and IPv6 has no card", () => {
  expect(cardAt("lo", "127.0.0.1", "255.0.0.0", true)).toMatchObject({ kind: "this machine", broadcast: undefined });
  const six = {
    address: "fe80::1",
    netmask: "ffff::",
    internal: false,
    family: "IPv6" as const,
    mac: "",
    cidr: null,
    scopeid: 1,
  };
  expect(cardsOf({ eth0: [six], none: undefined })).toEqual([]);
});

test("a broadcast address is on its card's network, and the last one there", () => {
  fc.assert(
    fc.property(ipv4, fc.integer({ min: 1, max: 30 }), (address, bits) => {
      const card = cardAt("eth0", address, maskOf(bits));
      if (!card?.broadcast) throw new Error("it has none");
      expect(isOnNetwork(card, card.broadcast)).toBe(true);
      const last = card.broadcast.split(".").reduce((number, octet) => number * 256 + Number(octet), 0);
      expect(last % 2 ** (32 - bits)).toBe(2 ** (32 - bits) - 1);
    }),
  );
});

test("every address is on a network with itself", () => {
  fc.assert(
    fc.property(ipv4, prefix, (address, bits) => {
      const card = cardAt("eth0", address, maskOf(bits));
      expect(card && isOnNetwork(card, address)).toBe(true);
    }),
  );
});
