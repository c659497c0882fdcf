import { randomBytes } from "node:crypto";
import { bridgeAtBroker } from "../backends/zigbee2mqtt/bridge/broker.ts";
import type { BridgeAddress } from "../backends/zigbee2mqtt/bridge/transport.ts";
import { readRecording } from "../backends/zigbee2mqtt/recording/recording-read.ts";
import { replayBridge } from "../backends/zigbee2mqtt/recording/replay.ts";
import type { BackendWish } from "./backend-wish.ts";
import { CommandFault } from "./command-fault.ts";
import { log } from "./log.ts";
import type { ServeOptions } from "./serve-options.ts";
import { SYSTEM_CLOCK } from "./system-clock.ts";

/** The Zigbee2MQTTs that were asked for, as they are reached. A recording is looked through before anything starts. */
export const bridgesFor = ({
  backend,
  backendCa,
}: Pick<ServeOptions, "backend" | "backendCa">): Promise<readonly BridgeAddress[]> =>
  Promise.all(backend.map((wish) => bridgeFor(wish, backendCa)));

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
  const recording = await readRecording(wish.replay.file);
  if ("mistake" in recording) throw new CommandFault([recording.mistake]);
  if (recording.tornLine !== undefined) {
    log(`${wish.name}: line ${recording.tornLine}, the last, is only a part of one; it is left out.`);
  }
  const onEnded = () => log(`${wish.name} has come to its end: nothing changes any more.`);
  return replayBridge({ recording, speed: wish.replay.speed, clock: SYSTEM_CLOCK, onEnded });
}

/**
 * Another one at every start: of two clients with one id a broker sends the first away, and a state folder that was
 * copied may run twice. As short as every broker takes it.
 */
const newClientId = (): string => `luxgate-${randomBytes(7).toString("hex")}`;
