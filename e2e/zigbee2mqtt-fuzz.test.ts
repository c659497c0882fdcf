import { connectAsync } from "mqtt";
import { expect, onTestFinished, test } from "vitest";
import { times } from "../test/support/depth.ts";
import { HttpClient } from "../test/support/http/http-client.ts";
import { Mosquitto } from "./support/mosquitto.ts";
import { Program } from "./support/program.ts";
import { type EveryAnswer, readEverything, readLists } from "./support/zigbee2mqtt-contract.ts";
import { BYSTANDERS, Fuzz, type FuzzMessage, truth, WITNESS } from "./support/zigbee2mqtt-fuzzed-home.ts";

const MESSAGES = times(50_000);
const BATCH = 500;
/** Every resource is read by itself so often, and in the lists all the time. */
const READ_ALONE_EVERY = BATCH * 10;
const SEED = 5;
/** A device of each model, its lights, two rooms, the lights of each as one, and the two scenes of each. */
const OF_BYSTANDERS = BYSTANDERS.length + 8 + 2 + 2 + 4;
const PATIENCE_MILLIS = 600_000;

/** A gateway on a broker on which any client may publish anything. */
async function listeningGateway() {
  const mosquitto = await Mosquitto.start();
  const client = await connectAsync(mosquitto.url);
  onTestFinished(() => client.endAsync(true));
  const say = ({ topic, payload, retain }: FuzzMessage) =>
    void client.publish(`zigbee2mqtt/${topic}`, payload, { retain, qos: 1 });
  for (const message of truth()) say(message);
  const program = Program.serve(["--host", "127.0.0.1", "--backend", `${mosquitto.url}/zigbee2mqtt`]);
  const { url } = await program.ready();
  const http = new HttpClient(Number(new URL(url).port));
  const witness = async () => (await http.list("light")).find(({ name }) => name === WITNESS.name);
  await expect.poll(witness).toBeDefined();
  for (const message of truth()) say(message);
  return { program, http, say, lightPath: `light/${(await witness()).id}` };
}

type Gateway = Awaited<ReturnType<typeof listeningGateway>>;

/** Publishes a state of the witness and waits until it can be read: by then all messages before it were handled. */
async function caughtUp({ http, say, lightPath }: Gateway, percent: number): Promise<void> {
  const payload = JSON.stringify({ state: "ON", brightness: Math.round((percent * 254) / 100) });
  say({ topic: WITNESS.name, payload, retain: false });
  await expect
    .poll(async () => (await http.one(lightPath)).brightness, { timeout: 120_000, interval: 5 })
    .toBe(percent);
}

/** What is served of those whom no message was about: their devices and lights, rooms and scenes. */
function ofBystanders({ resources }: EveryAnswer): readonly string[] {
  const all = [...resources.values()];
  const quiet = all.filter(({ name }) => name?.startsWith("quiet"));
  const groupLights = new Set(quiet.flatMap(({ services = [] }) => services.map(({ rid }: { rid: string }) => rid)));
  const scenes = all.filter(({ parent_id }) => groupLights.has(parent_id));
  return [...quiet, ...scenes].map((resource) => JSON.stringify(resource));
}

/** A scene may have been recalled rightly, too. */
const textsOf = ({ resources }: EveryAnswer): readonly string[] =>
  [...resources.values()].map((resource) => JSON.stringify(resource).replace('"is_active":1', '"is_active":0'));

test(
  `${MESSAGES} broken messages on every topic end nothing, show nothing that is not in the contract, and change nobody else`,
  async () => {
    const gateway = await listeningGateway();
    await caughtUp(gateway, 50);
    const first = await readEverything(gateway.http);
    expect(first.faults).toEqual([]);
    expect(ofBystanders(first)).toHaveLength(OF_BYSTANDERS);
    const fuzz = new Fuzz(SEED);
    let othersChanged = 0;
    for (let said = 0; said < MESSAGES; said += BATCH) {
      for (let count = 0; count < BATCH; count += 1) gateway.say(fuzz.next());
      await caughtUp(gateway, 1 + ((said / BATCH) % 40));
      const now = await (said % READ_ALONE_EVERY === 0 ? readEverything : readLists)(gateway.http);
      expect([said, now.faults]).toEqual([said, []]);
      expect(ofBystanders(now)).toEqual(ofBystanders(first));
      if (`${textsOf(now)}` !== `${textsOf(first)}`) othersChanged += 1;
    }
    expect(othersChanged).toBe(MESSAGES / BATCH);
    expect(gateway.program.process.exitCode).toBe(null);
    expect(gateway.program.errors).toBe("");
    expect(gateway.program.output).not.toContain("Fault");

    // A gradient that is reported again after another one is shown, until the colour beside it has changed once. A lamp
    // that is off shows the brightness that it had when it was on (G66), so each is on once.
    const lit = { color: { x: 0.31, y: 0.3 }, state: "ON", state_l1: "ON", state_l2: "ON" };
    for (const message of [...truth(lit), ...truth()]) gateway.say(message);
    await caughtUp(gateway, 50);
    await expect.poll(async () => textsOf(await readLists(gateway.http))).toEqual(textsOf(first));
    console.log(`${MESSAGES} broken messages were heard, seed ${SEED}.`);
  },
  PATIENCE_MILLIS,
);
