import type { NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import { watchNetworks } from "./network-watch.ts";

const at = (family: "IPv4" | "IPv6", address: string, scopeid = 0) =>
  ({ family, address, internal: false, scopeid }) as NetworkInterfaceInfo;

test("a network that comes after the start is told, also if only its IPv6 does; one that goes, or is a container's, is not", () => {
  const clock = new ManualClock();
  let now: ReturnType<typeof networkInterfaces> = { eth0: [at("IPv4", "192.0.2.1")], wlan0: [at("IPv6", "fe80::2")] };
  let told = 0;
  const watch = () =>
    watchNetworks({
      clock,
      onNew: () => {
        told += 1;
      },
      interfaces: () => now,
    });
  watch();
  now = { eth0: [at("IPv4", "192.0.2.99")] };
  clock.advance(3_000);
  expect(told).toBe(0);
  now = { eth0: [at("IPv4", "192.0.2.99"), at("IPv6", "fe80::1")] };
  clock.advance(3_000);
  expect(told).toBe(1);
  const stop = watch();
  now = { ...now, veth1234: [at("IPv6", "fe80::4")] };
  clock.advance(3_000);
  expect(told).toBe(1);
  stop();
  now = { ...now, usb0: [at("IPv6", "2001:db8::3")] };
  clock.advance(9_000);
  expect(told).toBe(1);
});

test.each([
  { only: undefined, told: 1 },
  { only: "lan", told: 1 },
  { only: "eth0", told: 0 },
])(
  "an interface that is made again under its name is told, and one that was only away is not, if $only counts",
  (given) => {
    const clock = new ManualClock();
    let told = 0;
    const eth0 = [at("IPv4", "192.0.2.1")];
    const lan = (scopeid: number) => [at("IPv4", "198.51.100.1"), at("IPv6", "fe80::1", scopeid)];
    let now: ReturnType<typeof networkInterfaces> = { eth0, lan: lan(2) };
    const onNew = () => {
      told += 1;
    };
    watchNetworks({ clock, only: given.only, onNew, interfaces: () => now });
    for (const next of [{ eth0 }, { eth0, lan: lan(2) }, { eth0, lan: [at("IPv4", "198.51.100.1")] }]) {
      now = next;
      clock.advance(3_000);
    }
    expect(told).toBe(0);
    now = { eth0, lan: lan(7) };
    clock.advance(3_000);
    expect(told).toBe(given.told);
  },
);
