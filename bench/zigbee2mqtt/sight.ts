import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Wire } from "../../test/support/http/http-client.ts";
import type { Shown } from "./lamps.ts";

/** One lamp in so many is looked at until it shows its change. */
const LOOKED_AT_EVERY = 100;
const BETWEEN_LOOKS_MILLIS = 2;
const PATIENCE_MILLIS = 10_000;

/** When changes can be seen over HTTP: by reading a light again and again, and by following events. */
export class Sight {
  readonly readMillis: number[] = [];
  readonly eventMillis: number[] = [];
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #lightIds: ReadonlyMap<string, string>;
  readonly #awaited = new Map<string, { readonly percent: number; readonly sinceMillis: number }>();
  readonly #latest = new Map<string, number>();
  readonly #looks = new Set<Promise<void>>();
  #seen = 0;

  private constructor(url: string, lightIds: ReadonlyMap<string, string>) {
    this.#url = url;
    this.#lightIds = lightIds;
  }

  /** Once all lamps are served; looks rarely, as the list is long. */
  static async of(url: string, count: number): Promise<Sight> {
    while ((await readJson(`${url}/clip/v2/resource/light`)).data.len < count) await pause(500);
    const { data } = await readJson(`${url}/clip/v2/resource/device?ext_light=1&ext_zigbee=1`);
    const devices: readonly Wire[] = data.arr;
    const lamps = devices.filter(({ ext_light }) => ext_light.length > 0);
    return new Sight(
      url,
      new Map(lamps.map(({ ext_zigbee, ext_light }) => [ext_zigbee.ieee_address, ext_light[0].id])),
    );
  }

  /** A lamp is about to change. */
  expect(ieee: string, { on, brightnessPercent }: Shown): void {
    const id = this.#lightIds.get(ieee) ?? "";
    this.#awaited.delete(id);
    this.#latest.set(id, brightnessPercent);
    if (!on) return;
    this.#awaited.set(id, { percent: brightnessPercent, sinceMillis: performance.now() });
    this.#seen += 1;
    if (this.#seen % LOOKED_AT_EVERY !== 0) return;
    const look = this.#look(id, brightnessPercent).finally(() => this.#looks.delete(look));
    this.#looks.add(look);
  }

  /** Follows events from now on. */
  follow(): void {
    let rest = "";
    get(`${this.#url}/eventstream/clip/v2`, (answer) => {
      answer.setEncoding("utf8").on("data", (piece: string) => {
        const lines = (rest + piece).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line.startsWith("data: ")) this.#hear(JSON.parse(line.slice(6)));
      });
    }).on("error", () => undefined);
  }

  /** How each lamp is served: its address, and what it shows. */
  async shown(): Promise<ReadonlyMap<string, Shown>> {
    const lights: readonly Wire[] = (await readJson(`${this.#url}/clip/v2/resource/light`)).data.arr;
    const byId = new Map(lights.map(({ id, on, brightness }) => [id, { on: on === 1, brightnessPercent: brightness }]));
    return new Map([...this.#lightIds].flatMap(([ieee, id]) => (byId.has(id) ? [[ieee, byId.get(id) as Shown]] : [])));
  }

  async allLooked(): Promise<void> {
    await Promise.all(this.#looks);
    this.#agent.destroy();
  }

  #hear({ type, id, value }: Wire): void {
    const awaited = type === "light" ? this.#awaited.get(id) : undefined;
    if (!awaited || value?.brightness !== awaited.percent) return;
    this.#awaited.delete(id);
    this.eventMillis.push(performance.now() - awaited.sinceMillis);
  }

  /** Until a later change takes its place at the latest. */
  async #look(id: string, percent: number): Promise<void> {
    const sinceMillis = performance.now();
    const url = `${this.#url}/clip/v2/resource/light/${id}`;
    while (this.#latest.get(id) === percent && performance.now() - sinceMillis < PATIENCE_MILLIS) {
      // A connection that was kept may have been shut just then.
      const answer = await readJson(url, this.#agent).catch(() => undefined);
      if (answer?.data.obj.brightness === percent) break;
      await pause(BETWEEN_LOOKS_MILLIS);
    }
    this.readMillis.push(performance.now() - sinceMillis);
  }
}

const readJson = (url: string, agent: Agent | false = false): Promise<Wire> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (piece: string) => {
        text += piece;
      });
      answer.on("end", () => resolve(JSON.parse(text)));
    }).on("error", reject);
  });
