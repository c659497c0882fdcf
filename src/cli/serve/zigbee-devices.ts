import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { bridgeAtBroker } from "../../backends/zigbee2mqtt/bridge/link/broker.ts";
import type { BridgeAddress } from "../../backends/zigbee2mqtt/bridge/link/transport.ts";
import { readRecording } from "../../backends/zigbee2mqtt/recording/recording-read.ts";
import { replayBridge } from "../../backends/zigbee2mqtt/recording/replay.ts";
import { startZigbee2Mqtt } from "../../backends/zigbee2mqtt/zigbee2mqtt-backend.ts";
import { SYSTEM_CLOCK } from "../../runtime/system-clock.ts";
import { CommandFault } from "../command-fault.ts";
import { tellIfLarge } from "../terminal/large-file.ts";
import type { BackendWish } from "./backend-option.ts";
import { log } from "./log.ts";
import { logBackend } from "./log-backend.ts";
import type { ServeOptions } from "./serve-options.ts";
import type { ServedDevices } from "./start-serving.ts";

/**
 * The devices of the Zigbee2MQTTs that were asked for. A recording is looked through before anything starts. Gateways
 * that share a broker list the same in the same order.
 */
export async function zigbeeDevices({
  backend,
  backendCa,
}: Pick<ServeOptions, "backend" | "backendCa">): Promise<ServedDevices> {
  const bridges = await Promise.all(backend.map((wish) => bridgeFor(wish, backendCa)));
  return {
    startDevices: (context) => startZigbee2Mqtt(context, { bridges, onSource: logBackend(context.clock) }),
    order: "id",
  };
}

async function bridgeFor(wish: BackendWish, authority: string | undefined): Promise<BridgeAddress> {
  if (wish.through === "broker") {
    return bridgeAtBroker({
      address: wish.broker,
      authority,
      clientId: newClientId(),
      clock: SYSTEM_CLOCK,
      random: Math.random,
    });
  }
  const { file } = wish.replay;
  tellIfLarge(file, sizeOf(file), log);
  const recording = await readRecording(file);
  if ("mistake" in recording) throw new CommandFault([recording.mistake]);
  if (recording.tornLine !== undefined) {
    log(`${wish.name}: line ${recording.tornLine}, the last, is only a part of one; it is left out.`);
  }
  const onEnded = () => log(`${wish.name} has come to its end: nothing changes any more.`);
  return replayBridge({ recording, speed: wish.replay.speed, clock: SYSTEM_CLOCK, onEnded });
}

/** Why there is none is told by who reads the file. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/**
 * Another one at every start: of two clients with one id a broker sends the first away, and a state folder that was
 * copied may run twice. As short as every broker takes it.
 */
const newClientId = (): string => `luxgate-${randomBytes(7).toString("hex")}`;
