import { describe, expect, test } from "vitest";
import { isFacing } from "./interface-facing.ts";
import { type HttpReach, interfacesToAnnounce, type NetworkInterface } from "./interfaces.ts";

const anInterface = (address: string, netmask = "255.255.255.0", internal = false): NetworkInterface => ({
  address,
  netmask,
  internal,
});

const LOOPBACK = anInterface("127.0.0.1", "255.0.0.0", true);
const LAN = anInterface("192.168.1.20");
const SECOND = anInterface("192.168.1.21");
const WIFI = anInterface("10.0.0.5", "255.0.0.0");
const TUNNEL = anInterface("100.64.0.7", "255.255.255.255");
const ALL = [LOOPBACK, LAN, SECOND, WIFI, TUNNEL];

const announced = (interfaces: readonly NetworkInterface[], reach: Partial<HttpReach>) =>
  interfacesToAnnounce(interfaces, { host: "0.0.0.0", advertiseIp: undefined, ...reach });

describe("a gateway that listens everywhere", () => {
  test.each(["0.0.0.0", "::"])("%s: it is announced on every network that others are on", (host) => {
    expect(announced(ALL, { host })).toEqual([LAN, SECOND, WIFI]);
  });

  test("it is announced nowhere while there is no such network", () => {
    expect(announced([LOOPBACK, TUNNEL], {})).toEqual({ reason: "this machine is not connected to a network" });
    expect(announced([], {})).toEqual({ reason: "this machine is not connected to a network" });
  });
});

describe("a gateway that listens on one address", () => {
  test("it is announced there alone, also where an interface has two", () => {
    expect(announced(ALL, { host: "192.168.1.20" })).toEqual([LAN]);
    expect(announced(ALL, { host: "192.168.1.21" })).toEqual([SECOND]);
  });

  test("it is announced to this machine alone when it is for this machine alone", () => {
    expect(announced(ALL, { host: "127.0.0.1" })).toEqual([LOOPBACK]);
    expect(announced(ALL, { host: "127.0.0.9" })).toEqual([{ ...LOOPBACK, address: "127.0.0.9" }]);
  });

  test("it is announced nowhere while the address is not there", () => {
    expect(announced(ALL, { host: "192.168.1.99" })).toEqual({
      reason: "this machine does not have the address 192.168.1.99",
    });
    expect(announced([], { host: "127.0.0.1" })).toEqual({
      reason: "this machine does not have the address 127.0.0.1",
    });
  });

  test("it is announced nowhere when that is an IPv6 address", () => {
    expect(announced(ALL, { host: "::1" })).toEqual({
      reason: "::1 is not an IPv4 address; only IPv4 addresses can be announced",
    });
  });
});

describe("an address that clients are to use", () => {
  test("it is announced instead of the others, if it is ours", () => {
    expect(announced(ALL, { advertiseIp: "10.0.0.5" })).toEqual([WIFI]);
    expect(announced(ALL, { host: "127.0.0.1", advertiseIp: "10.0.0.5" })).toEqual([WIFI]);
  });

  test("where it is not ours there is no interface to announce it on", () => {
    expect(announced(ALL, { advertiseIp: "203.0.113.5" })).toEqual({
      reason: "this machine does not have the address 203.0.113.5",
    });
  });
});

describe("who is heard at an interface", () => {
  const hearing = (sender: string, interfaces: readonly NetworkInterface[]) =>
    interfaces.filter((networkInterface) => isFacing(networkInterface, sender, interfaces));

  test("those on its own network", () => {
    expect(hearing("192.168.1.77", [LAN, WIFI])).toEqual([LAN]);
    expect(hearing("10.9.9.9", [LAN, WIFI])).toEqual([WIFI]);
    expect(hearing("127.0.0.1", [LOOPBACK])).toEqual([LOOPBACK]);
  });

  test("this machine itself, by its own address there", () => {
    expect(hearing("192.168.1.20", [LAN, WIFI])).toEqual([LAN]);
    expect(hearing("127.0.0.1", [{ ...LOOPBACK, address: "127.0.0.9" }])).toHaveLength(1);
  });

  test("at both, where two are on one network", () => {
    expect(hearing("192.168.1.77", [LAN, SECOND])).toEqual([LAN, SECOND]);
    expect(hearing("192.168.1.20", [LAN, SECOND])).toEqual([LAN, SECOND]);
  });

  test("at the one on the narrower network, where one is within the other", () => {
    const within = anInterface("10.1.1.1");
    expect(hearing("10.1.1.2", [WIFI, within])).toEqual([within]);
    expect(hearing("10.1.2.2", [WIFI, within])).toEqual([WIFI]);
  });

  test("P5: nobody who is on none of our networks, and nobody who is no host", () => {
    for (const sender of ["203.0.113.5", "192.168.1.255", "192.168.1.0", "224.0.0.251", "255.255.255.255", "0.0.0.0"]) {
      expect(hearing(sender, [LOOPBACK, LAN, WIFI])).toEqual([]);
    }
    expect(hearing("192.168.1.77", [LOOPBACK])).toEqual([]);
  });
});
