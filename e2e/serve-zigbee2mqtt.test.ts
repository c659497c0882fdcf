import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../test/support/events/mqtt-eventually.ts";
import { ForeignBroker } from "../test/support/events/mqtt-foreign-broker.ts";
import type { Envelope } from "../test/support/http/http-client.ts";
import { aBulb, aGroup, ieeeAddress } from "../test/support/zigbee2mqtt/devices.ts";
import { StandInZigbee2Mqtt } from "../test/support/zigbee2mqtt/stand-in.ts";
import { Mosquitto } from "./support/mosquitto.ts";
import { Program, temporaryFolder } from "./support/program.ts";

const CEILING = aBulb({ ieee: ieeeAddress(1), name: "Kitchen/Ceiling" });
const PORCH = aBulb({ ieee: ieeeAddress(2), name: "Porch", model: "onOff" });
const KITCHEN = aGroup({ id: 1, name: "Kitchen", members: [CEILING], scenes: [{ id: 3, name: "Cooking" }] });

/** A real broker, a Zigbee2MQTT on it, and a gateway before it. */
async function house() {
  const mosquitto = await Mosquitto.start();
  const zigbee = await standIn(mosquitto);
  const folder = temporaryFolder();
  const address = `${mosquitto.url}/zigbee2mqtt`;
  const serve = (...args: readonly string[]) => Program.serve(["--data-dir", folder, ...args]);
  return { mosquitto, zigbee, folder, address, serve };
}

async function standIn({ url }: Mosquitto): Promise<StandInZigbee2Mqtt> {
  const zigbee = await StandInZigbee2Mqtt.start({ url, devices: [CEILING, PORCH], groups: [KITCHEN] });
  onTestFinished(() => zigbee.crash());
  return zigbee;
}

/** A command as a person gives it. */
async function luxgate(folder: string, ...args: readonly string[]) {
  const program = Program.start(args, { LUXGATE_DATA_DIR: folder });
  program.process.stdin?.end();
  const code = await program.end();
  return { code, output: program.output, errors: program.errors };
}

async function list(url: string, type: string) {
  const { data } = (await (await fetch(`${url}/clip/v2/resource/${type}`)).json()) as Envelope;
  return data.arr;
}

const there = /Zigbee2MQTT 2\.14\.1, 2 devices, 2 lights, 1 .*\.\n/;

describe("a gateway before Zigbee2MQTT", () => {
  test("says what it found, and serves it", async () => {
    const { address, serve } = await house();
    const program = serve("--backend", address);
    const { url } = await program.ready();
    await program.says(there);
    expect(program.output).toContain(`  lamps from  ${address}\n`);
    expect(program.output).toContain(`\n${address}: Zigbee2MQTT 2.14.1, 2 devices, 2 lights, 1 `);
    expect((await list(url, "light")).map(({ name }: { name: string }) => name).sort()).toEqual([
      "Kitchen/Ceiling",
      "Porch",
    ]);
    expect(await list(url, "room")).toMatchObject([{ name: "Kitchen" }]);
  });

  test("shows its operator how it is: sources, problems, and how each value is known", async () => {
    const { address, serve, folder, zigbee } = await house();
    const program = serve("--backend", address);
    await program.says(there);
    expect((await luxgate(folder, "status", "--problems")).output).toBe("No problems.\n");
    zigbee.publishRaw("Porch", "no JSON");
    await zigbee.settle();
    const status = await luxgate(folder, "status");
    expect(status.output).toContain(` ${address}: Zigbee2MQTT 2.14.1, 2 devices`);
    expect(status.output).toMatch(/^ {2}problems +1\b.*luxgate status --problems$/m);
    const problems = await luxgate(folder, "status", "--problems");
    expect(problems.output).toMatch(/^ABOUT +PROBLEM +COUNT +LAST SEEN\nPorch +\S.* 1 +\d+ seconds? ago\n$/);
    const json = await luxgate(folder, "status", "--problems", "--json");
    expect(JSON.parse(json.output)).toMatchObject([{ about: "Porch", count: 1 }]);
    await eventually(async () => (await luxgate(folder, "devices", "--freshness")).output).toMatch(
      /^NAME +ROOM +ON +BRIGHTNESS +COLOUR\nKitchen\/Ceiling +Kitchen +\w+ confirmed .*\nPorch +- +\w+ confirmed +- +-\n$/,
    );
  });

  test("tells once when the broker is gone, serves on, and tells when it is back", async () => {
    const { address, serve, mosquitto, zigbee } = await house();
    const program = serve("--backend", address);
    const { url } = await program.ready();
    await program.says(there);
    await zigbee.stop();
    await mosquitto.stop();
    await program.says(/: unreachable: .+\. Its lamps keep their last known state\. Retrying\.\n/);
    expect(await list(url, "light")).toHaveLength(2);
    await mosquitto.start();
    await standIn(mosquitto);
    await program.says(/is back: Zigbee2MQTT 2\.14\.1, 2 devices/);
    expect(program.output.match(/: unreachable: /g)).toHaveLength(1);
  });

  test("names the right base topic when the broker is there and nobody speaks under the given one", async () => {
    const { mosquitto, folder, serve } = await house();
    const address = `${mosquitto.url}/zigbee`;
    const program = serve("--backend", address);
    const words =
      "no messages below zigbee/: there is a Zigbee2MQTT below zigbee2mqtt; add this base topic to the broker's address";
    await program.says(new RegExp(`: ${words}\\.`));
    expect((await luxgate(folder, "status")).output).toContain(`  zigbee2mqtt ${address}: unreachable: ${words}\n`);
  });

  test("serves a plug as a lamp when its operator says so, also after a restart, and as a plug again", async () => {
    const mosquitto = await Mosquitto.start();
    const plug = aBulb({ ieee: ieeeAddress(3), name: "Plug", model: "plug" });
    const zigbee = await StandInZigbee2Mqtt.start({ url: mosquitto.url, devices: [plug], groups: [] });
    onTestFinished(() => zigbee.crash());
    const folder = temporaryFolder();
    const serve = () => Program.serve(["--data-dir", folder, "--backend", `${mosquitto.url}/zigbee2mqtt`]);
    const lightsAt = async (url: string) => (await list(url, "light")).map(({ name }: { name: string }) => name);
    const first = serve();
    const { url } = await first.ready();
    await first.says(/1 device/);
    expect(await luxgate(folder, "device", "as-lamp", "Plug")).toMatchObject({
      code: 0,
      output: '"Plug" is now served as an on/off lamp.\n',
    });
    await eventually(() => lightsAt(url)).toEqual(["Plug"]);
    await first.stop();
    const second = serve();
    const again = await second.ready();
    expect(await lightsAt(again.url)).toEqual(["Plug"]);
    await second.says(/1 device/);
    expect((await luxgate(folder, "set", "Plug", "on")).code).toBe(0);
    await eventually(() => zigbee.stateOf(plug.ieee)).toMatchObject({ state: "ON" });
    expect((await luxgate(folder, "device", "as-lamp", "Plug", "--undo")).code).toBe(0);
    await eventually(() => lightsAt(again.url)).toEqual([]);
  });

  test("says that it is not let in, not that the broker is away, when the password is wrong", async () => {
    const { port } = await ForeignBroker.start({
      authenticate: (_client, _user, _password, done) => done(null, false),
    });
    const program = Program.serve([
      "--data-dir",
      temporaryFolder(),
      "--backend",
      `mqtt://me:hunter2@127.0.0.1:${port}`,
    ]);
    await program.says(/: access denied: .* this user name and password/);
    expect(program.output).not.toMatch(/: unreachable: |hunter2/);
  });

  test("refuses what is decided in Zigbee2MQTT, in words, and recalls a scene that the lamps keep", async () => {
    const { address, serve, folder, zigbee } = await house();
    await serve("--backend", address).says(there);
    expect(await luxgate(folder, "room", "rename", "Kitchen", "Cellar")).toMatchObject({
      code: 1,
      errors: '"Kitchen" is a group in Zigbee2MQTT: rename it there, and Luxgate follows.\n',
    });
    expect((await luxgate(folder, "scenes")).output).toMatch(/\nCooking +Kitchen +kept by the lamps +no\n$/);
    expect(await luxgate(folder, "scene", "activate", "Cooking")).toMatchObject({ code: 0 });
    await zigbee.settle();
    expect(zigbee.asked.filter(({ payload }) => payload.includes("scene_recall"))).toHaveLength(1);
    expect((await luxgate(folder, "scenes")).output).toMatch(/\nCooking +Kitchen +kept by the lamps +yes\n$/);
  });

  test("lets new lamps join, which are in the home once Zigbee2MQTT knows them", async () => {
    const { address, serve, folder, zigbee } = await house();
    await serve("--backend", address).says(there);
    const join = Program.start(["join"], { LUXGATE_DATA_DIR: folder });
    await eventually(() => join.errors).toBe("Joining is open for 30 s. Press Ctrl-C to close it.\n");
    expect(zigbee.askedOf("permit_join")).toHaveLength(1);
    zigbee.join(aBulb({ ieee: ieeeAddress(3), name: "Hall lamp" }));
    await join.says(/^New device "Hall lamp": .*, 0x0017880100000003$/m);
    await eventually(async () => (await luxgate(folder, "devices")).output).toMatch(/\nHall lamp +- .* yes +yes\n/);
    expect(await join.stop("SIGINT")).toBe(0);
    expect(join.errors).toContain("Joining is closed. 1 device joined.\n");
  });

  test("passes on what Zigbee2MQTT refuses, in its words, and has changed nothing then", async () => {
    const { address, serve, folder, zigbee } = await house();
    await serve("--backend", address).says(there);
    expect(await luxgate(folder, "device", "rename", "Porch", "Kitchen/Ceiling")).toEqual({
      code: 1,
      output: "",
      errors: `Zigbee2MQTT at ${address} refused: friendly_name 'Kitchen/Ceiling' is already in use\n`,
    });
    expect(await luxgate(folder, "device", "rename", "Porch", "Front door")).toEqual({
      code: 0,
      output: '0x0017880100000002 is now called "Front door".\n',
      errors: "",
    });
    expect(zigbee.network.devices.get(PORCH.ieee)?.name).toBe("Front door");
    expect((await luxgate(folder, "devices")).output).toMatch(/\nFront door /);
  });

  test("says done only of what lamps say themselves, and what each of them was told", async () => {
    const { address, serve, folder, zigbee } = await house();
    await serve("--backend", address).says(there);
    expect(await luxgate(folder, "set", "Kitchen/Ceiling", "on", "40%")).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Kitchen\/Ceiling: on 40%/),
    });
    expect((await luxgate(folder, "scene", "activate", "Cooking")).output).toBe(
      'The scene "Cooking" was sent to Kitchen (not confirmed).\n',
    );
    zigbee.network.deaf.add(PORCH.ieee);
    expect(await luxgate(folder, "set", "Porch", "on", "--no-wait")).toMatchObject({
      code: 0,
      output: "Porch: on (sent, not confirmed)\n",
    });
    expect(await luxgate(folder, "set", "Porch", "off")).toMatchObject({
      code: 1,
      errors: expect.stringMatching(
        /^The command was sent, but "Porch" did not confirm it within 10 s\. Its last known state: /,
      ),
    });
  });

  test("refuses at once, in words, what a Zigbee2MQTT would have to do that is away, and that is a problem", async () => {
    const { address, serve, folder, mosquitto, zigbee } = await house();
    const program = serve("--backend", address);
    await program.says(there);
    const asked = zigbee.asked.length;
    await mosquitto.stop();
    await program.says(/: unreachable: /);
    for (const command of [
      ["set", "Porch", "on"],
      ["scene", "activate", "Cooking"],
      ["join", "--seconds", "3"],
      ["device", "remove", "Porch", "--yes"],
      ["device", "rename", "Porch", "Front door"],
    ]) {
      const { code, output, errors } = await luxgate(folder, ...command);
      expect([code, output]).toEqual([1, ""]);
      expect(errors).toMatch(
        /^Zigbee2MQTT at mqtt:\S+ has been unreachable for \d+ seconds?: .+\. Nothing was sent\.\n$/,
      );
    }
    expect((await luxgate(folder, "status")).output).toMatch(/^ {2}problems +1, see luxgate status --problems$/m);
    expect((await luxgate(folder, "status", "--problems")).output).toMatch(
      /\nmqtt:\S+ +Zigbee2MQTT is unreachable: .+ 1 +ongoing for \d+ /,
    );
    expect((await luxgate(folder, "devices")).output).toMatch(/\nPorch /);
    expect(zigbee.asked).toHaveLength(asked);
  });

  test("removes a lamp that does not answer only by force", async () => {
    const { address, serve, folder, zigbee } = await house();
    await serve("--backend", address).says(there);
    zigbee.network.deaf.add(PORCH.ieee);
    expect(await luxgate(folder, "device", "remove", "Porch", "--yes")).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/refused: Failed to remove device 'Porch' .*: luxgate device remove … --force\n$/),
    });
    expect((await luxgate(folder, "devices")).output).toContain("\nPorch ");
    expect(await luxgate(folder, "device", "remove", "Porch", "--force", "--yes")).toMatchObject({
      code: 0,
      errors: "",
    });
    expect([...zigbee.network.devices.keys()]).toEqual([CEILING.ieee]);
    expect((await luxgate(folder, "devices")).output).not.toContain("Porch");
  });

  test("has its lamps again after a factory reset, and sends none of them away", async () => {
    const { address, serve, folder, zigbee } = await house();
    const program = serve("--backend", address);
    const { url } = await program.ready();
    await program.says(there);
    expect(await luxgate(folder, "reset", "--factory", "--yes")).toMatchObject({ code: 0, errors: "" });
    await eventually(() => list(url, "light")).toHaveLength(2);
    expect(await list(url, "room")).toMatchObject([{ name: "Kitchen" }]);
    await zigbee.settle();
    expect(zigbee.askedOf("device/remove")).toEqual([]);
    expect(zigbee.network.devices.size).toBe(2);
  });

  test("takes the place of the demo, which is kept, and is not served without its lamps afterwards", async () => {
    const { address, serve, folder } = await house();
    const demo = serve();
    await demo.ready();
    await demo.stop();
    const program = serve("--backend", address);
    await program.says(/^The home of Zigbee2MQTT is now served\. The previous home is saved in .*\.json$/m);
    await program.says(there);
    expect(readdirSync(join(folder, "replaced"))).toHaveLength(1);
    await program.stop();
    const without = serve();
    expect(await without.end()).toBe(1);
    expect(without.errors).toBe(
      `The home in ${folder} comes from Zigbee2MQTT: give its address with --backend mqtt://broker.lan/zigbee2mqtt, or choose another data folder with --data-dir.\n`,
    );
  });

  test("serves what it knew while its Zigbee2MQTT cannot be reached at its start", async () => {
    const { address, serve, mosquitto, zigbee, folder } = await house();
    const first = serve("--backend", address);
    await first.says(there);
    await first.stop();
    await zigbee.stop();
    await mosquitto.stop();
    const second = serve("--backend", address);
    const { url } = await second.ready();
    await second.says(/: unreachable: /);
    expect(await list(url, "light")).toHaveLength(2);
    expect((await luxgate(folder, "devices", "--freshness")).output).toMatch(/Porch +- +\w+ remembered/);
    expect((await luxgate(folder, "status")).output).toContain(
      `  zigbee2mqtt ${address}: unreachable: nothing listens on this port`,
    );
  });
});

describe("what docs/troubleshooting.md explains is what the program prints:", () => {
  const PAGE = readFileSync("docs/troubleshooting.md", "utf8");
  const SAID = [
    "the broker refuses this user name and password",
    "nothing listens on this port",
    "Zigbee2MQTT is not running",
  ] as const;

  test(SAID[0], async () => {
    const broker = await ForeignBroker.start({ authenticate: (_client, _user, _password, done) => done(null, false) });
    const program = Program.serve(["--backend", `mqtt://me:s3cret@127.0.0.1:${broker.port}`]);
    await program.says(new RegExp(`: ${SAID[0]}`));
    expect(program.output).not.toContain("s3cret");
    expect(PAGE).toContain(SAID[0]);
  });

  test(SAID[1], async () => {
    const { port } = await ForeignBroker.toCome();
    await Program.serve(["--backend", `mqtt://127.0.0.1:${port}`]).says(new RegExp(`: ${SAID[1]}`));
    expect(PAGE).toContain(SAID[1]);
  });

  test(SAID[2], async () => {
    const { address, serve, zigbee } = await house();
    await zigbee.stop();
    await serve("--backend", address).says(new RegExp(`: ${SAID[2]}`));
    expect(PAGE).toContain(SAID[2]);
  });
});

describe("what was said of a back end that will not do starts nothing:", () => {
  test.each([
    [
      ["--backend", "mqtt://me:s3cret@broker.lan:99999"],
      /^error: option '--backend <address>' is invalid\. Expected a/,
    ],
    [["--backend", "broker.lan"], /Expected the address of a Zigbee2MQTT, such as mqtt:\/\/user:password@broker\.lan/],
    [["--backend", "mqtt://broker.lan", "--home", "my-home.yaml"], /^--home and --backend cannot be combined/],
    [["--backend", "replay:/no/such/file.jsonl"], /^\/no\/such\/file\.jsonl: there is no file at this path$/m],
    [["--backend", "mqtt://broker.lan replay:house.jsonl"], /^--backend cannot combine brokers and recordings: /],
    [["--backend-ca", "/no/such/file.pem"], /Expected a readable file with a certificate in PEM/],
  ])("%j", async (args, message) => {
    const program = Program.serve(args);
    expect(await program.end()).toBe(1);
    expect(program.output).toBe("");
    expect(program.errors).toMatch(message);
    expect(program.errors).not.toMatch(/s3cret|\bat .*\.js/);
  });
});

test("a broker of this machine keeps its port, and the gateway says so", async () => {
  const { address, folder, mosquitto } = await house();
  const ports = ["--http-port", "0", "--discovery-port", "0", "--no-mdns", "--mqtt-port", String(mosquitto.port)];
  await mosquitto.stop();
  const program = Program.start(["serve", ...ports, "--data-dir", folder, "--backend", address]);
  await program.ready();
  expect(program.output).toContain(
    `The built-in MQTT broker is off: port ${mosquitto.port} belongs to the broker of --backend. Choose another port with --mqtt-port.\n`,
  );
  expect((await luxgate(folder, "status")).output).toContain("MQTT off: its port belongs to the broker of --backend");
  await mosquitto.start();
});
