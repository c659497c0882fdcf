import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { HttpClient, type Wire } from "../../test/support/http/http-client.ts";
import type { Changer } from "./event-load-changes.ts";
import { OperatorLine } from "./operator-line.ts";

/** What a look at a gateway shows. */
export interface Look {
  readonly atMillis: number;
  /** How many clients follow events over each. */
  readonly followers: { readonly http: number; readonly mqtt: number };
  readonly megabytes: number;
}

const LOOK_MILLIS = 200;

/** A running gateway under the eyes of its operator. */
export class WatchedGateway {
  readonly ports: { readonly http: number; readonly mqtt: number };
  readonly looks: Look[] = [];
  readonly operator: OperatorLine;
  readonly #pid: number;
  #isWatched = true;
  #watching: Promise<void> = Promise.resolve();

  private constructor(operator: OperatorLine, { pid, http, mqtt }: Wire) {
    this.operator = operator;
    this.#pid = pid;
    this.ports = { http: http.port, mqtt: mqtt.port };
  }

  /** The one that runs on a state folder. */
  static async on(folder: string): Promise<WatchedGateway> {
    const operator = await OperatorLine.open(folder);
    const gateway = new WatchedGateway(operator, await operator.done({ command: "status", with: {} }));
    await gateway.look();
    gateway.#watching = gateway.#watch();
    return gateway;
  }

  /** Presses the button and pairs; gives who may change the first lamps of the list. */
  async pairedChanger(lampCount: number): Promise<Changer> {
    await this.operator.done({ command: "press", with: {} });
    const client = new HttpClient(this.ports.http);
    const asked = { method: "POST", body: JSON.stringify({ device_type: "acme#load" }) };
    const key: string = (await client.send("/api", asked)).json.data.obj.username;
    const devices = await client.list("device?cat1_id=2&ext_light=1");
    const lamps = devices
      .slice(0, lampCount)
      .map((device) => ({ deviceId: device.id, lightId: device.ext_light[0].id }));
    return { port: this.ports.http, key, lamps };
  }

  async look(): Promise<Look> {
    const { eventStreams, mqtt } = await this.operator.done({ command: "status", with: {} });
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.#pid}/status`, "utf8"))?.[1];
    const look = {
      atMillis: performance.now(),
      followers: { http: eventStreams, mqtt: mqtt.clients },
      megabytes: Math.round(Number(kilobytes) / 1000),
    };
    this.looks.push(look);
    return look;
  }

  async leave(): Promise<void> {
    this.#isWatched = false;
    await this.#watching;
    this.operator.close();
  }

  async #watch(): Promise<void> {
    while (this.#isWatched) {
      await pause(LOOK_MILLIS);
      await this.look();
    }
  }
}
