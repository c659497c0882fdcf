import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

interface Lamp {
  readonly deviceId: string;
  readonly lightId: string;
}

/** A client that has paired, and the lamps that it changes. */
export interface Changer {
  readonly port: number;
  readonly key: string;
  readonly lamps: readonly Lamp[];
}

export interface Pace {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Changes at a steady pace, whatever becomes of those before: lamps take turns, and each gets a brightness it does not have. */
export class PacedChanges {
  /** When each was sent. */
  readonly sentMillis: number[] = [];
  readonly #changer: Changer;
  /** A connection for each lamp, so that its changes keep their order. */
  readonly #agents: readonly Agent[];
  readonly #placeOfLight: ReadonlyMap<string, number>;

  constructor(changer: Changer) {
    this.#changer = changer;
    this.#agents = changer.lamps.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    this.#placeOfLight = new Map(changer.lamps.map(({ lightId }, place) => [lightId, place]));
  }

  /** Settles once all are acknowledged; gives how many they are. */
  async make({ perSecond, seconds }: Pace): Promise<number> {
    const beginMillis = performance.now();
    const answers: Promise<void>[] = [];
    while (answers.length < perSecond * seconds) {
      const earlyMillis = beginMillis + (answers.length * 1000) / perSecond - performance.now();
      if (earlyMillis > 0) await pause(earlyMillis);
      answers.push(this.#send(this.sentMillis.length));
    }
    await Promise.all(answers);
    return answers.length;
  }

  /** The number of the change that gave a light its brightness in some turn; undefined when that light has no turns. */
  numberOf(lightId: string, turn: number): number | undefined {
    const place = this.#placeOfLight.get(lightId);
    return place === undefined ? undefined : turn * this.#changer.lamps.length + place;
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }

  #send(number: number): Promise<void> {
    const { port, key, lamps } = this.#changer;
    const place = number % lamps.length;
    const body = JSON.stringify({ on: 1, brightness: brightnessIn(Math.floor(number / lamps.length)) });
    const options = {
      host: "127.0.0.1",
      port,
      path: `/clip/v2/resource/device/${lamps[place]?.deviceId}/light`,
      method: "PUT",
      headers: { "application-key": key, "content-length": Buffer.byteLength(body) },
      agent: this.#agents[place],
    };
    this.sentMillis.push(performance.now());
    return new Promise((resolve, reject) => {
      const outgoing = request(options, async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString("utf8");
        if (text.startsWith('{"code":0,')) resolve();
        else reject(new Error(`a change was refused: ${text}`));
      });
      outgoing.on("error", reject).end(body);
    });
  }
}

const BRIGHTEST = 100;

/** What every lamp gets in a turn: never what it got in the turn before. */
export const brightnessIn = (turn: number): number => BRIGHTEST - (turn % BRIGHTEST);
