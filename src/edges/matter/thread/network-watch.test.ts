import type { NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import { watchNetworks } from "./network-watch.ts";

const at = (family: "IPv4" | "IPv6", address: string) => ({ family, address, internal: false }) as NetworkInterfaceInfo;

test("a network that comes after the start is told, also if only its IPv6 does; one that goes, or is a container's, is not", () => {
  const clock = new ManualClock();
  let now: ReturnType<typeof networkInterfaces> = { eth0: [at("IPv4", "192.0.2.1")], wlan0: [at("IPv6", "fe80::2")] };
  let told = 0;
  const watch = () =>
    watchNetworks(
      clock,
      () => {
        told += 1;
      },
      () => now,
    );
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
