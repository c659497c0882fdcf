import fc from "fast-check";
import { expect, test } from "vitest";
import { isOnNetwork } from "../../shared/ipv4.ts";
import { interfacesOf } from "./interfaces.ts";

const ipv4 = fc.ipV4();
const prefix = fc.integer({ min: 1, max: 32 });
const maskOf = (bits: number): string =>
  [24, 16, 8, 0].map((shift) => ((2 ** 32 - 2 ** (32 - bits)) / 2 ** shift) & 255).join(".");
const interfaceAt = (name: string, address: string, netmask: string, internal = false) =>
  interfacesOf({ [name]: [{ address, netmask, internal, family: "IPv4", mac: "", cidr: null }] })[0];

test.each([
  ["eth0", "network"],
  ["wlp3s0", "network"],
  ["docker0", "containers"],
  ["br-1f2e", "containers"],
  ["wg0", "VPN"],
  ["tailscale0", "VPN"],
  ["eth0.20", "VLAN"],
  ["vlan7", "VLAN"],
])("%s is taken for an interface of kind %s", (name, kind) => {
  expect(interfaceAt(name, "192.168.1.2", "255.255.255.0")?.kind).toBe(kind);
});

test("an interface of two is taken for a VPN whatever it is called, and has no broadcast address", () => {
  expect(interfaceAt("corp", "10.0.0.1", "255.255.255.255")).toMatchObject({ kind: "VPN", broadcast: undefined });
  expect(interfaceAt("corp", "10.0.0.1", "255.255.255.254")).toMatchObject({ kind: "VPN", broadcast: undefined });
});

test("programs on this machine have no broadcast, and IPv6 has no interface", () => {
  expect(interfaceAt("lo", "127.0.0.1", "255.0.0.0", true)).toMatchObject({
    kind: "this machine",
    broadcast: undefined,
  });
  const six = {
    address: "fe80::1",
    netmask: "ffff::",
    internal: false,
    family: "IPv6" as const,
    mac: "",
    cidr: null,
    scopeid: 1,
  };
  expect(interfacesOf({ eth0: [six], none: undefined })).toEqual([]);
});

test("a broadcast address is on its interface's network, and the last one there", () => {
  fc.assert(
    fc.property(ipv4, fc.integer({ min: 1, max: 30 }), (address, bits) => {
      const networkInterface = interfaceAt("eth0", address, maskOf(bits));
      if (!networkInterface?.broadcast) throw new Error("it has none");
      expect(isOnNetwork(networkInterface, networkInterface.broadcast)).toBe(true);
      const last = networkInterface.broadcast.split(".").reduce((number, octet) => number * 256 + Number(octet), 0);
      expect(last % 2 ** (32 - bits)).toBe(2 ** (32 - bits) - 1);
    }),
  );
});

test("every address is on a network with itself", () => {
  fc.assert(
    fc.property(ipv4, prefix, (address, bits) => {
      const networkInterface = interfaceAt("eth0", address, maskOf(bits));
      expect(networkInterface && isOnNetwork(networkInterface, address)).toBe(true);
    }),
  );
});
