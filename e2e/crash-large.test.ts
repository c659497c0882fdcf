import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { generatedHome } from "../bench/generated-home.ts";
import { times } from "../test/support/depth.ts";
import { Seeded } from "../test/support/home/seeded.ts";
import { HttpClient } from "../test/support/http/http-client.ts";
import { listsAt } from "./support/lists.ts";
import { temporaryFolder } from "./support/program.ts";
import { RunningHome } from "./support/running-home.ts";

/** `LUXGATE_CRASH_LIGHTS=10000 LUXGATE_CRASH_ROUNDS=100` makes it larger. */
const { LUXGATE_CRASH_LIGHTS = "1000", LUXGATE_CRASH_ROUNDS, LUXGATE_CRASH_SEED } = process.env;
const LIGHTS = Number(LUXGATE_CRASH_LIGHTS);
const ROUNDS = Number(LUXGATE_CRASH_ROUNDS ?? times(100));
const SEED = Number(LUXGATE_CRASH_SEED ?? Date.now() % 1e9);

interface Answer {
  readonly code: number;
  readonly data: { readonly obj: { readonly username: string } };
}

/** A home whose lights are all set by one command, round after round. */
class SetHouse {
  readonly #folder = temporaryFolder();
  #key = "";
  #groupId = "";

  async start(): Promise<RunningHome> {
    const file = join(this.#folder, "home.yaml");
    writeFileSync(file, generatedHome(LIGHTS));
    return RunningHome.on(join(this.#folder, "state"), { environment: { LUXGATE_HOME: file } });
  }

  async pair(home: RunningHome): Promise<void> {
    await home.done({ command: "press", with: {} });
    const body = JSON.stringify({ device_type: "test#crash" });
    const { json } = await clientOf(home).send("/api", { method: "POST", body });
    this.#key = (json as Answer).data.obj.username;
    const { json: rooms } = await clientOf(home).send("/clip/v2/resource/room?include_all_room=1");
    const house = rooms.data.arr.find(({ room_kind }: { readonly room_kind: number }) => room_kind === 1);
    this.#groupId = house.services[0].rid;
  }

  /** Whether the command was acknowledged. */
  async set(home: RunningHome, brightness: number): Promise<boolean> {
    const path = `/clip/v2/resource/group_light/${this.#groupId}`;
    const headers = { "application-key": this.#key };
    try {
      const body = JSON.stringify({ on: 1, brightness });
      return (await clientOf(home).send(path, { method: "PUT", headers, body })).json.code === 0;
    } catch {
      return false;
    }
  }
}

const clientOf = ({ url }: RunningHome): HttpClient => new HttpClient(Number(new URL(url).port));

/** Every brightness that some light has. */
async function brightnessesOf(home: RunningHome): Promise<readonly number[]> {
  const { light } = await listsAt(home.url);
  return [...new Set(light.map(({ brightness }: { readonly brightness: number }) => brightness))];
}

test(
  `killed ${ROUNDS} times while one command sets ${LIGHTS} lights, all of them are set or none is`,
  async () => {
    console.log(`Killing with the seed ${SEED}.`);
    const chance = new Seeded(SEED);
    const house = new SetHouse();
    const first = await house.start();
    await house.pair(first);
    const beganMillis = performance.now();
    expect(await house.set(first, 1)).toBe(true);
    const usualMillis = Math.ceil(performance.now() - beganMillis);
    await first.kill();
    let possible: readonly number[] = [1];
    const outcomes = { set: 0, unset: 0, acknowledged: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const home = await house.start();
      const brightnesses = await brightnessesOf(home);
      expect(brightnesses).toHaveLength(1);
      expect(possible).toContain(brightnesses[0]);
      const former = brightnesses[0] ?? 1;
      if (round > 0) outcomes[former === possible.at(-1) ? "set" : "unset"] += 1;
      const next = (former % 100) + 1;
      const acknowledged = house.set(home, next);
      await pause(chance.below(usualMillis * 2));
      await home.kill();
      const isAcknowledged = await acknowledged;
      if (isAcknowledged) outcomes.acknowledged += 1;
      possible = isAcknowledged ? [next] : [former, next];
    }
    console.log(`Of ${ROUNDS} kills: ${JSON.stringify(outcomes)}.`);
  },
  120_000 + ROUNDS * (2_000 + LIGHTS),
);
