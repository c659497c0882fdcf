import type { Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { replayChanges } from "../src/core/home/changes/replay-changes.ts";
import { idFrom, type LightId } from "../src/core/home/model/ids.ts";
import { HTTP_LIMITS } from "../src/edges/http/limits.ts";
import { times } from "./support/depth.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { aDevice, aLight } from "./support/home/builders.ts";
import { IDENTITY } from "./support/home/empty-gateway.ts";
import { bodiesIn, readToEnd } from "./support/http/lanes-large-read.ts";
import { openRaw } from "./support/http/raw-connection.ts";

/** A list of them is more than the sockets of both sides hold. */
const LIGHTS = 24_000;
const LIST = "/clip/v2/resource/light";

const lightId = (place: number): LightId => idFrom(`00000000-0000-4000-8000-${String(place).padStart(12, "0")}`);
const places = Array.from({ length: LIGHTS }, (_, place) => place);

async function gatewayWithLongList(): Promise<TestGateway> {
  const device = aDevice({ lightIds: places.map(lightId) });
  const lights = places.map((place) => aLight({ id: lightId(place), name: "Lamp ".repeat(6), brightnessPercent: 50 }));
  const contents = replayChanges([{ kind: "deviceJoined", device, lights, syncBox: null }], IDENTITY);
  // However slow the machine is: nobody is cut off for not reading in time.
  const gateway = await runGateway({ contents, limits: { ...HTTP_LIMITS, sendMillis: 600_000 } });
  onTestFinished(() => gateway.stop());
  return gateway;
}

/** A client that has asked for the list, perhaps in the lane of Node's own parser, and takes nothing of it yet. */
async function clientThatWaits({ http }: TestGateway, more = ""): Promise<Socket> {
  const socket = await openRaw(http.port);
  socket.pause();
  socket.write(`GET ${LIST} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`);
  return socket;
}

const brightnessesIn = (json: { data: { arr: { brightness: number }[] } }): readonly number[] =>
  json.data.arr.map(({ brightness }) => brightness);

const LANES = [
  ["the fast lane", ""],
  ["the ordinary lane", "Accept-Language: en\r\nConnection: close\r\n"],
] as const;

test.each(LANES)(
  "a list that is on its way in %s arrives as it was, whatever is changed and read meanwhile",
  async (_, more) => {
    const gateway = await gatewayWithLongList();
    const shown = places.map(() => 50);
    const waiting = await clientThatWaits(gateway, more);
    await gateway.client.send("/nowhere");
    for (let round = 0; round < times(12); round += 1) {
      for (let place = round; place < LIGHTS; place += 300) {
        shown[place] = 51 + round;
        const change = { lightId: lightId(place), state: { brightnessPercent: 51 + round } };
        expect(gateway.gateway.submit({ kind: "lightChanged", ...change })).toBe("done");
      }
      const { json } = await gateway.client.send(LIST);
      expect(brightnessesIn(json)).toEqual(shown);
    }
    const ended = readToEnd(waiting);
    if (more === "") waiting.end();
    const [list = ""] = bodiesIn(await ended);
    expect(new Set(brightnessesIn(JSON.parse(list)))).toEqual(new Set([50]));
  },
  120_000,
);

test.each(LANES)("a list is on its way in %s until it is taken, or its client is gone", async (_, more) => {
  const gateway = await gatewayWithLongList();
  const [patient, gone] = [await clientThatWaits(gateway, more), await clientThatWaits(gateway, more)];
  await expect.poll(() => gateway.http.responsesInFlight).toBe(2);
  gone.destroy();
  await expect.poll(() => gateway.http.responsesInFlight).toBe(1);
  patient.resume();
  await expect.poll(() => gateway.http.responsesInFlight).toBe(0);
  patient.destroy();
});
