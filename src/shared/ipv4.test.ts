import fc from "fast-check";
import { expect, test } from "vitest";
import { broadcastAddressOf, hostBitsOf, ipv4Bits, isOnNetwork } from "./ipv4.ts";

const anyOctets = fc.tuple(...Array.from({ length: 4 }, () => fc.nat({ max: 255 })));
const anyPrefix = fc.integer({ min: 0, max: 32 });

const netmaskOf = (prefix: number): string =>
  [0, 8, 16, 24].map((before) => 256 - 2 ** (8 - Math.min(8, Math.max(0, prefix - before)))).join(".");

test.each([
  { address: "192.168.1.20", netmask: "255.255.255.0", broadcast: "192.168.1.255" },
  { address: "10.20.30.40", netmask: "255.240.0.0", broadcast: "10.31.255.255" },
  { address: "200.1.2.3", netmask: "255.255.255.252", broadcast: "200.1.2.3" },
  { address: "172.16.0.9", netmask: "255.255.255.255", broadcast: "172.16.0.9" },
  { address: "1.2.3.4", netmask: "0.0.0.0", broadcast: "255.255.255.255" },
])("$address with $netmask reaches all hosts at $broadcast", ({ address, netmask, broadcast }) => {
  expect(broadcastAddressOf({ address, netmask })).toBe(broadcast);
});

test("the broadcast address is on the network, and all of its host bits are set", () => {
  fc.assert(
    fc.property(anyOctets, anyPrefix, (octets, prefix) => {
      const network = { address: octets.join("."), netmask: netmaskOf(prefix) };
      const broadcast = broadcastAddressOf(network);
      expect(isOnNetwork(network, broadcast)).toBe(true);
      const hostBits = hostBitsOf(network.netmask);
      expect((ipv4Bits(broadcast) & hostBits) >>> 0).toBe(hostBits);
    }),
  );
});

test("a network holds the addresses that begin with the same bits, and no others", () => {
  fc.assert(
    fc.property(anyOctets, anyOctets, anyPrefix, (own, other, prefix) => {
      const bits = (octets: readonly number[]) => octets.map((octet) => octet.toString(2).padStart(8, "0")).join("");
      const network = { address: own.join("."), netmask: netmaskOf(prefix) };
      const isSame = bits(own).slice(0, prefix) === bits(other).slice(0, prefix);
      expect(isOnNetwork(network, other.join("."))).toBe(isSame);
    }),
  );
});
