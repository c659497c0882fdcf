import { once } from "node:events";
import { connect } from "node:net";
import { connectPacket, publishPacket } from "../../test/support/events/mqtt-packets.ts";
import { devicesText } from "../../test/support/zigbee2mqtt/bridge-texts.ts";
import { aBulb, ieeeAddress } from "../../test/support/zigbee2mqtt/devices.ts";
import { USUAL_STYLE } from "../../test/support/zigbee2mqtt/style.ts";
import { found, given } from "../support/given.ts";

interface Given {
  readonly port: number;
  readonly seconds: number;
  readonly lamps: number;
  /** What a Zigbee2MQTT says again and again: the state of every lamp, or the list of all of them. */
  readonly says: "states" | "list";
  readonly everyMillis: number;
}

const BASE = "zigbee2mqtt";

// Has every lamp report at once, again and again, or publishes the list of all lamps again and again.
const { port, seconds, lamps, says, everyMillis } = await given<Given>();
const socket = connect({ port, host: "127.0.0.1", noDelay: true });
socket.resume();
await once(socket, "connect");
socket.write(connectPacket({ clientId: "reporting-lamps", keepAliveSeconds: 0 }));

const names = Array.from({ length: lamps }, (_, at) => `Lamp ${at + 1}`);
/** From 1 to 254, another one for each lamp in each round. */
const brightnessIn = (round: number, at: number): number => 1 + ((round * 7 + at) % 254);

const states = (round: number): Buffer =>
  Buffer.concat(
    names.map((name, at) => {
      const state = {
        state: "ON",
        brightness: brightnessIn(round, at),
        color_mode: "color_temp",
        color_temp: 153 + ((round + at) % 300),
        linkquality: (round * 3 + at) % 255,
      };
      return publishPacket(`${BASE}/${name}`, JSON.stringify(state));
    }),
  );

/** With another name for one lamp, so that it is another list. */
const list = (round: number): Buffer => {
  const devices = names.map((name, at) =>
    aBulb({ ieee: ieeeAddress(at + 1), name: at === 0 ? `${name}, ${round}` : name }),
  );
  return publishPacket(`${BASE}/bridge/devices`, devicesText(USUAL_STYLE, devices));
};

let round = 0;
const overMillis = performance.now() + seconds * 1_000;
while (performance.now() < overMillis) {
  const nextMillis = performance.now() + everyMillis;
  round += 1;
  if (!socket.write(says === "states" ? states(round) : list(round))) await once(socket, "drain");
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, nextMillis - performance.now())));
}
socket.end();
await once(socket, "close");
found({ rounds: round, brightness: names.map((_, at) => brightnessIn(round, at)) });
