import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readRecording } from "../src/edges/backends/zigbee2mqtt/recording/recording-read.ts";
import { eventually } from "../test/support/events/mqtt-eventually.ts";
import { ForeignBroker } from "../test/support/events/mqtt-foreign-broker.ts";
import { aBulb, aGroup, ieeeAddress } from "../test/support/zigbee2mqtt/devices.ts";
import { StandInZigbee2Mqtt } from "../test/support/zigbee2mqtt/stand-in.ts";
import { type Lists, listsAt } from "./support/lists.ts";
import { Mosquitto } from "./support/mosquitto.ts";
import { Program, temporaryFolder } from "./support/program.ts";

const BULBS = [
  aBulb({ ieee: ieeeAddress(0xabc1), name: "Annas Küche/Lampe" }),
  aBulb({ ieee: ieeeAddress(0xabc2), name: "Keller", model: "dimmable" }),
];
const GROUPS = [aGroup({ id: 5, name: "Wohnzimmer", members: BULBS, scenes: [{ id: 1, name: "Abendrot" }] })];
const SECRETS = /anna|küche|lampe|keller|wohnzimmer|abendrot|0000abc|hunter2/i;

async function aHouse(mosquitto: Mosquitto): Promise<StandInZigbee2Mqtt> {
  const standIn = await StandInZigbee2Mqtt.start({ url: mosquitto.url, devices: BULBS, groups: GROUPS });
  onTestFinished(() => standIn.stop());
  return standIn;
}

const linesIn = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];

/** A recording that has heard whatever the house keeps for everybody. */
async function recording(url: string, ...args: readonly string[]): Promise<{ file: string; program: Program }> {
  const file = join(temporaryFolder(), "house.jsonl");
  const program = Program.start(["record", url, file, ...args]);
  await eventually(() => linesIn(file).some((line) => line.includes("bridge/groups"))).toBe(true);
  return { file, program };
}

/** A home without what differs between a house and its recording: names, addresses, and ids that are made from them. */
const likeness = (lists: Lists): readonly string[] =>
  Object.values(lists)
    .flat()
    .map((thing) =>
      JSON.stringify(thing)
        .replace(/"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}"/gi, '"ID"')
        .replace(/"(name|mac)":"[^"]*"/g, '"$1":""'),
    )
    .sort();

describe("luxgate record", () => {
  test("writes what a house says, without whose it is, and it can be served from that", async () => {
    const mosquitto = await Mosquitto.start();
    const standIn = await aHouse(mosquitto);
    const { file, program } = await recording(`${mosquitto.url.replace("//", "//me:hunter2@")}/zigbee2mqtt`);
    standIn.change(ieeeAddress(0xabc1), { state: "ON", brightness: 127 });
    standIn.change(ieeeAddress(0xabc2), { state: "ON", brightness: 64 });
    await eventually(() => readFileSync(file, "utf8")).toContain('"brightness":64');
    expect(await program.stop("SIGINT")).toBe(0);
    expect(program.errors).toMatch(/^Recording mqtt:\/\/127\.0\.0\.1:\d+\/zigbee2mqtt\. Press Ctrl-C to stop\.\n/);
    expect(program.output).toMatch(/house\.jsonl: \d+ messages of 3 devices and [12] groups? in \d+ s, \d+ kB\./);
    expect(program.output).toMatch(/Replaced: \d+ addresses, \d+ texts \(names and other texts\), \d+ numbers\./);
    expect(readFileSync(file, "utf8")).not.toMatch(SECRETS);
    expect(`${program.output}${program.errors}`).not.toMatch(SECRETS);

    const [live, replayed] = await Promise.all([
      Program.serve(["--backend", mosquitto.url]).ready(),
      Program.serve(["--backend", `replay:${file}?speed=max`]).ready(),
    ]);
    const lit = async ({ url }: typeof live) => JSON.stringify((await listsAt(url)).light);
    for (const home of [live, replayed]) await expect.poll(() => lit(home)).toMatch(/"brightness":25\b/);
    expect(likeness(await listsAt(replayed.url))).toEqual(likeness(await listsAt(live.url)));
    expect(JSON.stringify(await listsAt(replayed.url))).not.toMatch(SECRETS);
  });

  test("ends by itself after the seconds that were asked for", async () => {
    const mosquitto = await Mosquitto.start();
    await aHouse(mosquitto);
    const { file, program } = await recording(mosquitto.url, "--seconds", "1");
    expect(await program.end()).toBe(0);
    expect(await readRecording(file)).toMatchObject({ tornLine: undefined });
  });

  test("leaves whole lines when it is killed while much is said", async () => {
    const mosquitto = await Mosquitto.start();
    const standIn = await aHouse(mosquitto);
    const { file, program } = await recording(mosquitto.url);
    const speaking = setInterval(() => {
      for (let brightness = 1; brightness < 100; brightness += 1) standIn.change(ieeeAddress(0xabc1), { brightness });
    }, 5);
    onTestFinished(() => clearInterval(speaking));
    await eventually(() => linesIn(file).length).toBeGreaterThan(500);
    await program.stop("SIGKILL");
    expect(await readRecording(file)).toMatchObject({ messages: linesIn(file).length - 1 });
  });

  test("goes on when the broker was gone for a while, and says so in the file", async () => {
    const mosquitto = await Mosquitto.start();
    await aHouse(mosquitto);
    const { file, program } = await recording(mosquitto.url);
    await mosquitto.stop();
    await eventually(() => linesIn(file).at(-1)).toContain('"broker":"lost"');
    await mosquitto.start();
    await eventually(() => linesIn(file).some((line) => line.includes('"broker":"back"'))).toBe(true);
    expect(await program.stop()).toBe(0);
  });

  test("writes over no file unless it is told to, and then only when there is something to write", async () => {
    const mosquitto = await Mosquitto.start();
    const file = join(temporaryFolder(), "house.jsonl");
    writeFileSync(file, "mine\n");
    const refused = Program.start(["record", mosquitto.url, file]);
    expect(await refused.end()).toBe(1);
    expect(refused.errors).toBe(`${file} already exists. Add --force to overwrite it.\n`);
    const silent = Program.start(["record", mosquitto.url, file, "--force", "--seconds", "0.5"]);
    expect(await silent.end()).toBe(1);
    expect(silent.errors).toContain("No messages that can be recorded were received.");
    expect(readFileSync(file, "utf8")).toBe("mine\n");
    await aHouse(mosquitto);
    const forced = Program.start(["record", mosquitto.url, file, "--force", "--seconds", "0.5"]);
    expect(await forced.end()).toBe(0);
    expect(linesIn(file)[0]).toContain("luxgate-recording-1");
  });
});

describe("luxgate record says why it hears nothing", () => {
  const said = async (...args: readonly string[]) => {
    const file = join(temporaryFolder(), "house.jsonl");
    const program = Program.start(["record", ...args, file]);
    expect(await program.end()).toBe(1);
    expect(existsSync(file)).toBe(false);
    expect(program.errors).not.toContain("hunter2");
    return program.errors;
  };

  test("the password is wrong", async () => {
    const { port } = await ForeignBroker.start({
      authenticate: (_client, _user, _password, done) => done(null, false),
    });
    expect(await said(`mqtt://me:hunter2@127.0.0.1:${port}`)).toMatch(
      /The broker at mqtt:\/\/127\.0\.0\.1:\d+ denied access: the broker refuses this user name and password/,
    );
  });

  test("there is no such host, or nobody on this port", async () => {
    const { port } = await ForeignBroker.toCome();
    const [host, listener] = await Promise.all([said("mqtt://no-such-host.invalid"), said(`mqtt://127.0.0.1:${port}`)]);
    expect(host).toMatch(/unknown host name|names of hosts cannot be looked up/);
    expect(listener).toContain("nothing listens on this port");
  });

  test("the address is none", async () => {
    expect(await said("http://me:hunter2@127.0.0.1")).toMatch(
      /^error: argument 'url' is invalid. Expected a broker's URL/,
    );
  });

  test("the base topic is another one, and which", async () => {
    const mosquitto = await Mosquitto.start();
    await aHouse(mosquitto);
    const wrong = await said(`${mosquitto.url}/zigbee`);
    expect(wrong).toContain("No messages were received under zigbee within 10 s.");
    expect(wrong).toContain("Zigbee2MQTT was found under zigbee2mqtt. Append this base topic to the broker's address.");
  });
});
