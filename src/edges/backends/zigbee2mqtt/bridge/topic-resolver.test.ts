import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../../../test/support/depth.ts";
import { deviceIdOf } from "../ids.ts";
import { parseCapabilities } from "../models/parse-exposes.ts";
import { TopicResolver } from "./lists.ts";
import type { DeviceEntry } from "./protocol/device-entry.ts";
import type { GroupEntry } from "./protocol/group-list.ts";

const aDevice = (number: number, name: string): DeviceEntry => ({
  id: deviceIdOf(`0x${String(number).padStart(16, "0")}`),
  ieeeAddress: `0x${String(number).padStart(16, "0")}`,
  networkAddress: number,
  name,
  isCoordinator: false,
  isDisabled: false,
  interview: "successful",
  softwareVersion: "",
  hardwareVersion: "",
  capabilities: parseCapabilities(undefined).capabilities,
});

const aGroup = (number: number, name: string): GroupEntry => ({ number, name, members: [], scenes: [] });

const someLevel = fc.constantFrom("a", "b", "ab", "set", "get", "availability", "", "5", "7");
const someName = fc
  .array(someLevel, { minLength: 1, maxLength: 4 })
  .map((levels) => levels.join("/"))
  .filter((name) => name !== "");

describe("a topic", () => {
  test("is about the longest name that it begins with, as a look at every name shows", () => {
    const anyHouse = fc.record({
      devices: fc.uniqueArray(someName, { maxLength: 6 }),
      groups: fc.uniqueArray(someName, { maxLength: 4 }),
      topic: someName,
    });
    fc.assert(
      fc.property(anyHouse, ({ devices: names, groups: groupNames, topic }) => {
        const devices = names.map((name, at) => aDevice(at + 1, name));
        const groups = groupNames.map((name, at) => aGroup(at + 5, name));
        const called = [
          ...devices.map((device) => ({ name: device.name, is: { device } })),
          ...groups.map((group) => ({ name: group.name, is: { group } })),
          ...devices.map((device) => ({ name: device.ieeeAddress, is: { device } })),
          ...groups.map((group) => ({ name: String(group.number), is: { group } })),
        ];
        const meant = called
          .filter(({ name }) => topic === name || topic.startsWith(`${name}/`))
          .reduce<(typeof called)[number] | undefined>(
            (best, one) => (best && best.name.length >= one.name.length ? best : one),
            undefined,
          );
        const expected = meant && { ...meant.is, rest: topic.slice(meant.name.length + 1) };
        expect(new TopicResolver(devices, groups).resolve(topic)).toEqual(expected);
      }),
      { numRuns: times(2_000) },
    );
  });

  test("may hold the address of a device or the number of a group in place of the name", () => {
    const device = aDevice(1, "Lamp");
    const group = aGroup(5, "Kitchen");
    const directory = new TopicResolver([device], [group]);
    expect(directory.resolve(`${device.ieeeAddress}/set`)).toEqual({ device, rest: "set" });
    expect(directory.resolve("5/set")).toEqual({ group, rest: "set" });
    expect(directory.resolve("Lam")).toBeUndefined();
    expect(directory.resolve("")).toBeUndefined();
  });

  test("that is nothing but slashes is looked up in no time", () => {
    const directory = new TopicResolver([aDevice(1, "Lamp")], []);
    const startMillis = performance.now();
    for (let times = 0; times < 10; times += 1) expect(directory.resolve("/".repeat(65_000))).toBeUndefined();
    expect(performance.now() - startMillis).toBeLessThan(2_000);
  });
});
