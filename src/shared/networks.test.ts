import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../test/support/depth.ts";
import { facing, type Network } from "./networks.ts";

const dotted = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");

const sizeOf = (prefix: number): number => 2 ** (32 - prefix);

const network = (address: string, prefix: number): Network => ({ address, netmask: dotted(2 ** 32 - sizeOf(prefix)) });

const LOOPBACK = network("127.0.0.1", 8);
const HOME = network("192.168.1.20", 24);
const OFFICE = network("10.71.2.1", 16);
const NETWORKS = [LOOPBACK, HOME, OFFICE];

describe("the address that faces a sender", () => {
  test("spec §4.9: it is ours on the network that holds the sender", () => {
    expect(facing(NETWORKS, "192.168.1.55")).toEqual({ ip: "192.168.1.20", own: false });
    expect(facing(NETWORKS, "10.71.200.9")).toEqual({ ip: "10.71.2.1", own: false });
  });

  test("P5: there is none for a sender on none of our networks", () => {
    for (const sender of ["192.168.2.55", "192.168.0.255", "10.72.0.1", "8.8.8.8", "1.1.1.1"]) {
      expect(facing(NETWORKS, sender), sender).toBeUndefined();
    }
    expect(facing([], "192.168.1.55")).toBeUndefined();
  });

  test("of two networks that hold the sender the narrower one counts, in whatever order they come", () => {
    const networks = [network("10.0.0.1", 8), network("10.71.2.1", 24), network("10.71.0.1", 16)];
    for (const order of [networks, networks.toReversed()]) {
      expect(facing(order, "10.71.2.9")?.ip).toBe("10.71.2.1");
      expect(facing(order, "10.71.3.9")?.ip).toBe("10.71.0.1");
      expect(facing(order, "10.72.3.9")?.ip).toBe("10.0.0.1");
    }
  });

  test("networks in the upper half of the addresses are compared as well as those in the lower half", () => {
    const networks = [network("10.0.0.1", 1), network("200.1.1.1", 1), network("200.1.1.2", 30)];
    expect(facing(networks, "11.2.3.4")?.ip).toBe("10.0.0.1");
    expect(facing(networks, "199.2.3.4")?.ip).toBe("200.1.1.1");
    expect(facing(networks, "200.1.1.1")).toEqual({ ip: "200.1.1.1", own: true });
  });

  test("on a network of two addresses the other one is a host", () => {
    expect(facing([network("10.0.0.4", 31)], "10.0.0.5")).toEqual({ ip: "10.0.0.4", own: false });
    expect(facing([network("10.0.0.5", 31)], "10.0.0.4")).toEqual({ ip: "10.0.0.5", own: false });
    expect(facing([network("10.0.0.5", 31)], "10.0.0.6")).toBeUndefined();
  });

  test("a network of one address holds nobody but ourselves", () => {
    expect(facing([network("10.0.0.5", 32)], "10.0.0.5")).toEqual({ ip: "10.0.0.5", own: true });
    expect(facing([network("10.0.0.5", 32)], "10.0.0.4")).toBeUndefined();
    expect(facing([network("10.0.0.5", 32)], "10.0.0.6")).toBeUndefined();
  });

  test("an interface without a mask is on no network", () => {
    expect(facing([network("10.0.0.5", 0)], "10.0.0.6")).toBeUndefined();
  });

  test("a sender with one of our own addresses is on this machine", () => {
    expect(facing(NETWORKS, "192.168.1.20")).toEqual({ ip: "192.168.1.20", own: true });
    expect(facing(NETWORKS, "10.71.2.1")).toEqual({ ip: "10.71.2.1", own: true });
  });

  test("every loopback sender is on this machine", () => {
    expect(facing(NETWORKS, "127.0.0.1")).toEqual({ ip: "127.0.0.1", own: true });
    expect(facing(NETWORKS, "127.8.9.10")).toEqual({ ip: "127.0.0.1", own: true });
  });

  test("P5: there is none for a network's own address, nor for its broadcast address", () => {
    for (const sender of ["192.168.1.0", "192.168.1.255", "10.71.0.0", "10.71.255.255", "127.255.255.255"]) {
      expect(facing(NETWORKS, sender), sender).toBeUndefined();
    }
  });

  test("P5: the broadcast address of a network is no host of a wider network around it", () => {
    const networks = [network("10.0.0.1", 8), network("10.71.2.1", 24)];
    expect(facing(networks, "10.71.2.255")).toBeUndefined();
    expect(facing(networks, "10.71.2.0")).toBeUndefined();
  });

  test("P5: there is none for the any-address and the all-ones broadcast address", () => {
    expect(facing(NETWORKS, "0.0.0.0")).toBeUndefined();
    expect(facing(NETWORKS, "255.255.255.255")).toBeUndefined();
  });

  test("P5: there is none for a multicast address, even where a mask is so short that it takes them in", () => {
    expect(facing([...NETWORKS, network("200.1.1.1", 1)], "224.0.0.251")).toBeUndefined();
    expect(facing([...NETWORKS, network("200.1.1.1", 2)], "239.255.255.250")).toBeUndefined();
  });
});

/** One of our interfaces: its address as a number, and how many leading bits name its network. */
interface NetworkInterface {
  readonly address: number;
  readonly prefix: number;
}

const startOf = ({ address, prefix }: NetworkInterface): number => address - (address % sizeOf(prefix));
const endOf = (networkInterface: NetworkInterface): number =>
  startOf(networkInterface) + sizeOf(networkInterface.prefix) - 1;
const holds = (networkInterface: NetworkInterface, sender: number): boolean =>
  sender >= startOf(networkInterface) && sender <= endOf(networkInterface);
const isEdge = (networkInterface: NetworkInterface, sender: number): boolean =>
  networkInterface.prefix < 31 && (sender === startOf(networkInterface) || sender === endOf(networkInterface));
const asNetworks = (interfaces: readonly NetworkInterface[]): readonly Network[] =>
  interfaces.map(({ address, prefix }) => network(dotted(address), prefix));

describe("for any networks", () => {
  const firstOctet = (address: number): number => Math.floor(address / 2 ** 24);
  /** An address that an interface may have, and the few after it. */
  const anyUnicast = fc
    .integer({ min: 2 ** 24, max: 224 * 2 ** 24 - 8 })
    .filter((address) => firstOctet(address) !== 127 && firstOctet(address + 7) !== 127);
  const anyPrefix = fc.integer({ min: 8, max: 32 });
  const anyInterface = fc.record({ address: anyUnicast, prefix: anyPrefix });
  /** The first interface has neighbours, so that networks lie in one another. */
  const anyInterfaces = fc
    .tuple(anyInterface, fc.array(anyPrefix, { maxLength: 3 }), fc.array(anyInterface, { maxLength: 3 }))
    .map(([networkInterface, prefixes, others]) => [
      networkInterface,
      ...prefixes.map((prefix, index) => ({ address: networkInterface.address + index + 1, prefix })),
      ...others,
    ]);
  /** Interfaces, and a sender on the network of the first one. */
  const anyNeighbour = fc
    .tuple(anyInterfaces, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }))
    .map(([interfaces, place]) => {
      const [networkInterface = { address: 0, prefix: 32 }] = interfaces;
      return { interfaces, sender: startOf(networkInterface) + Math.floor(place * sizeOf(networkInterface.prefix)) };
    });
  const anyMeeting = fc.oneof(anyNeighbour, fc.record({ interfaces: anyInterfaces, sender: anyUnicast }));

  test("spec §4.9: a host hears one of our addresses on the narrowest network that holds it; anybody else none", () => {
    fc.assert(
      fc.property(anyMeeting, ({ interfaces, sender }) => {
        const found = facing(asNetworks(interfaces), dotted(sender));
        const holding = interfaces.filter((networkInterface) => holds(networkInterface, sender));
        const narrowest = Math.max(...holding.map(({ prefix }) => prefix));
        const right = holding.filter(({ prefix }) => prefix === narrowest).map(({ address }) => dotted(address));
        if (interfaces.some(({ address }) => address === sender))
          expect(found).toEqual({ ip: dotted(sender), own: true });
        else if (holding.length === 0 || holding.some((networkInterface) => isEdge(networkInterface, sender)))
          expect(found).toBeUndefined();
        else expect(right).toContain(found?.ip);
      }),
      { numRuns: times(5_000) },
    );
  });

  test("only our own addresses and loopback are on this machine", () => {
    fc.assert(
      fc.property(anyMeeting, ({ interfaces, sender }) => {
        const isOurs = interfaces.some(({ address }) => address === sender);
        expect(facing([LOOPBACK, ...asNetworks(interfaces)], dotted(sender))?.own ?? false).toBe(isOurs);
      }),
      { numRuns: times(2_000) },
    );
  });

  test("P5: the network address and the broadcast address of each network are never hosts", () => {
    fc.assert(
      fc.property(anyInterfaces, (interfaces) => {
        const edges = interfaces
          .filter(({ prefix }) => prefix < 31)
          .flatMap((networkInterface) => [startOf(networkInterface), endOf(networkInterface)]);
        for (const edge of edges.filter((one) => interfaces.every(({ address }) => address !== one))) {
          expect(facing(asNetworks(interfaces), dotted(edge))).toBeUndefined();
        }
      }),
      { numRuns: times(2_000) },
    );
  });

  test("P5: no multicast, reserved or zero address is ever a host", () => {
    const anyNoHost = fc.oneof(fc.integer({ min: 224 * 2 ** 24, max: 2 ** 32 - 1 }), fc.nat(2 ** 24 - 1));
    fc.assert(
      fc.property(anyInterfaces, anyNoHost, (interfaces, sender) => {
        expect(facing(asNetworks(interfaces), dotted(sender))).toBeUndefined();
      }),
      { numRuns: times(2_000) },
    );
  });
});
