import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

export interface Lamp {
  readonly deviceId: string;
  readonly lightId: string;
}

/** A client with a key. */
export interface Changer {
  readonly port: number;
  readonly key: string;
  readonly lamps: readonly Lamp[];
}

const BRIGHTEST = 100;

/** Changes in a steady pace, whatever becomes of those before: lamps get one in turn, each a brightness it does not have. */
export class PacedChanges {
  /** When each was sent. */
  readonly sentMillis: number[] = [];
  readonly #changer: Changer;
  /** One connection for each lamp, so that its changes keep their order. */
  readonly #agents: readonly Agent[];
  readonly #lampAt: ReadonlyMap<string, number>;

  constructor(changer: Changer) {
    this.#changer = changer;
    this.#agents = changer.lamps.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    this.#lampAt = new Map(changer.lamps.map(({ lightId }, at) => [lightId, at]));
  }

  /** Settles once all are acknowledged. */
  async make(pace: { readonly perSecond: number; readonly seconds: number }): Promise<void> {
    const count = Math.round(pace.perSecond * pace.seconds);
    const begunMillis = performance.now();
    const answers: Promise<void>[] = [];
    for (let made = 0; made < count; made += 1) {
      const early = begunMillis + (made * 1000) / pace.perSecond - performance.now();
      if (early > 0) await pause(early);
      answers.push(this.#send(this.sentMillis.length));
    }
    await Promise.all(answers);
  }

  /** Which change an event tells of, if it is the next one of that lamp; `otherwise` if another one should be. */
  numberOf(lightId: string, brightness: number, turn: number): number | "otherwise" {
    const number = turn * this.#changer.lamps.length + (this.#lampAt.get(lightId) ?? Number.NaN);
    return number < this.sentMillis.length && brightness === brightnessIn(turn) ? number : "otherwise";
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }

  #send(number: number): Promise<void> {
    const { port, key, lamps } = this.#changer;
    const at = number % lamps.length;
    const body = JSON.stringify({ on: 1, brightness: brightnessIn(Math.floor(number / lamps.length)) });
    this.sentMillis.push(performance.now());
    return new Promise((resolve, reject) => {
      const options = {
        host: "127.0.0.1",
        port,
        path: `/clip/v2/resource/device/${lamps[at]?.deviceId}/light`,
        method: "PUT",
        headers: { "application-key": key, "content-length": Buffer.byteLength(body) },
        agent: this.#agents[at],
      };
      request(options, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (piece) => {
          text += piece;
        });
        answer.on("end", () => (text.startsWith('{"code":0,') ? resolve() : reject(new Error(`refused: ${text}`))));
      })
        .on("error", reject)
        .end(body);
    });
  }
}

/** In which turn of all lamps a lamp gets which brightness. */
const brightnessIn = (turn: number): number => BRIGHTEST - (turn % BRIGHTEST);
