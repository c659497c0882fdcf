import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { tellIfLarge } from "../../../shared/large-file.ts";
import type { BrokerAddress } from "../../mqtt/connection/broker-address.ts";
import type { BackendAddress, BackendStartOptions, StartBackend, UnusableAddress } from "../backend-kind.ts";
import { bridgeAtBroker } from "./bridge/link/broker.ts";
import type { BridgeAddress } from "./bridge/link/transport.ts";
import { readRecording } from "./recording/recording-read.ts";
import { replayBridge } from "./recording/replay.ts";
import type { Replay } from "./recording/replay-argument.ts";
import { startZigbee2Mqtt } from "./zigbee2mqtt-backend.ts";

/** A Zigbee2MQTT behind a broker; the prefix of the broker's address is the base topic. */
export interface Zigbee2MqttAddress extends BackendAddress {
  readonly broker: BrokerAddress;
}

export interface RecordingAddress extends BackendAddress {
  readonly replay: Replay;
}

/** Prepares one bridge for each broker. */
export function prepareBrokers(addresses: readonly Zigbee2MqttAddress[], options: BackendStartOptions): StartBackend {
  const { authority, clock, onSource } = options;
  const bridges = addresses.map(({ broker }) =>
    bridgeAtBroker({ address: broker, authority, clientId: newClientId(), clock, random: Math.random }),
  );
  return (context) => startZigbee2Mqtt(context, { bridges, onSource });
}

/** Prepares one bridge for each recording; all recordings are read first. */
export async function prepareRecordings(
  addresses: readonly RecordingAddress[],
  options: BackendStartOptions,
): Promise<StartBackend | UnusableAddress> {
  const { onSource } = options;
  const read = await Promise.all(addresses.map((address) => bridgeOfRecording(address, options)));
  const bridges: BridgeAddress[] = [];
  for (const bridge of read) {
    if ("problem" in bridge) return bridge;
    bridges.push(bridge);
  }
  return (context) => startZigbee2Mqtt(context, { bridges, onSource });
}

async function bridgeOfRecording(
  { name, replay: { file, speed } }: RecordingAddress,
  { clock, log }: BackendStartOptions,
): Promise<BridgeAddress | UnusableAddress> {
  tellIfLarge(file, sizeOf(file), log);
  const recording = await readRecording(file);
  if ("problem" in recording) return recording;
  if (recording.tornLine !== undefined) {
    log(`${name}: the last line (${recording.tornLine}) is incomplete; it is ignored.`);
  }
  const onEnded = () => log(`${name}: the recording has ended; nothing changes any more.`);
  return replayBridge({ recording, speed, clock, onEnded });
}

/** 0 for a file that cannot be read: reading it gives the reason. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/**
 * A new id at every start: of two clients with one id a broker disconnects the first, and a data folder that was copied
 * may run twice. Short enough for every broker.
 */
const newClientId = (): string => `luxgate-${randomBytes(7).toString("hex")}`;
