import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { CommandFault } from "../command-fault.ts";
import { backends } from "./backend-option.ts";
import type { ServeOptions } from "./serve-command.ts";
import { serveCommand } from "./serve-command.ts";

const addressesIn = (text: string) => backends(text, []).map(({ address }) => address);

const brokerOf = (text: string) => addressesIn(text)[0];

describe("the address of a Zigbee2MQTT", () => {
  test("has a base topic, which is zigbee2mqtt by default", () => {
    expect(brokerOf("mqtt://broker.lan")).toMatchObject({
      name: "mqtt://broker.lan:1883/zigbee2mqtt",
      broker: { host: "broker.lan", port: 1883, isEncrypted: false, prefix: "zigbee2mqtt/" },
    });
    expect(brokerOf("mqtts://me:s3cret@[::1]:99/home/upstairs/")).toMatchObject({
      name: "mqtts://[::1]:99/home/upstairs",
      broker: {
        host: "::1",
        port: 99,
        isEncrypted: true,
        username: "me",
        password: "s3cret",
        prefix: "home/upstairs/",
      },
    });
  });

  test("may be a recording, wherever its file is", () => {
    expect(addressesIn("replay:my house, today.jsonl?speed=10")).toEqual([
      {
        name: "replay:my house, today.jsonl",
        replay: { file: "my house, today.jsonl", speed: 10 },
      },
    ]);
  });

  test.each([" ", ", ", ",", "\n", " ,\t"])("is separated from the next by %j", (between) => {
    const addresses = ["mqtt://one.lan", "mqtts://me:a,b@two.lan/x", "replay:a b.jsonl"];
    const given = addressesIn(`${between}${addresses.join(between)}${between}`);
    expect(given.map(({ name }) => name)).toEqual([
      "mqtt://one.lan:1883/zigbee2mqtt",
      "mqtts://two.lan:8883/x",
      "replay:a b.jsonl",
    ]);
    expect(given[1]).toMatchObject({ broker: { password: "a,b" } });
  });

  test("may be repeated, as a flag and in the environment, but not be the same twice", () => {
    const parsed = (...args: string[]) =>
      serveCommand()
        .action(() => undefined)
        .parse(args, { from: "user" })
        .opts<ServeOptions>().backend;
    expect(parsed("--backend", "mqtt://one.lan", "--backend", "mqtt://one.lan/other")).toHaveLength(2);
    expect(() => parsed("--backend", "mqtt://a:b@one.lan", "--backend", "mqtt://one.lan:1883/zigbee2mqtt")).toThrow(
      "error: option '--backend <address>' is invalid. mqtt://one.lan:1883/zigbee2mqtt was given twice.",
    );
    vi.stubEnv("LUXGATE_BACKEND", "mqtt://one.lan mqtt://two.lan");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(parsed()).toHaveLength(2);
    expect(parsed("--backend", "mqtt://three.lan")).toMatchObject([
      { address: { name: "mqtt://three.lan:1883/zigbee2mqtt" } },
    ]);
  });

  test.each([
    ["me:s3cret@broker.lan", "such as mqtt://user:password@broker.lan/zigbee2mqtt, or replay:house.jsonl."],
    ["http://me:s3cret@broker.lan", "such as mqtt://user:password@broker.lan/zigbee2mqtt, or replay:house.jsonl."],
    ["mqtt://me:s3cret@broker.lan/zigbee2mqtt/#", 'a "#" as %23'],
    ["mqtt://me:s3cret@broker.lan:99999", "Expected a broker's URL"],
    ["replay:", "Expected a recording, such as"],
    ["replay:house.jsonl?speed=fast", "The speed is a number above 0, or max"],
    ["", "Expected the address of a Zigbee2MQTT"],
  ])("is refused in words that repeat nothing of it: %j", (text, words) => {
    const parse = () => backends(text, []);
    expect(parse).toThrow(CommandFault);
    expect(parse).toThrow(words);
    expect(parse).not.toThrow("s3cret");
  });

  test("whatever it is, gives addresses that can be shown, or a refusal; and never its password", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl({ validSchemes: ["mqtt", "mqtts"] }).map((url) => url.replace("://", "://me:s3cretpass@")),
    );
    fc.assert(
      fc.property(text, (given) => {
        const shown = shownOf(given);
        expect(shown.length).toBeGreaterThan(0);
        expect(shown.join(" ")).not.toContain("s3cretpass");
      }),
      { numRuns: times(1_000) },
    );
  });
});

/** What a person sees of addresses: their names, or why they are refused. */
function shownOf(text: string): readonly string[] {
  try {
    return addressesIn(text).map(({ name }) => name);
  } catch (error) {
    if (error instanceof CommandFault) return error.lines;
    throw error;
  }
}
