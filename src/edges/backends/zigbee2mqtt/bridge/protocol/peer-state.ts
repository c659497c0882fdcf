import { parseJson, textOf } from "../../json-values.ts";
import type { Message } from "../link/transport.ts";

/** A state that gateways share through the broker: a retained message, so that gateways that connect later get it too. */
export interface PeerState {
  /** `scene`: the active scene of a group; `held`: deferred commands of a light; `shown`: its state before switch-off. */
  readonly kind: "scene" | "held" | "shown";
  /** The number of the group, or the id of the light. */
  readonly subject: string;
  /** Undefined where the state is cleared. */
  readonly value: unknown;
}

/** Zigbee2MQTT ignores topics below this prefix. */
export const PEER_STATE_PREFIX = "luxgate/";
const TOPIC = /^luxgate\/(?<kind>scene|held|shown)\/(?<subject>.*)$/s;

export const peerStateTopic = ({ kind, subject }: Pick<PeerState, "kind" | "subject">): string =>
  `${PEER_STATE_PREFIX}${kind}/${subject}`;

export const peerStatePayload = ({ value }: PeerState): string => (value === undefined ? "" : JSON.stringify(value));

/** Undefined where the topic is that of no peer state. */
export function parsePeerState({ topic, payload }: Message): PeerState | undefined {
  const { kind, subject } = TOPIC.exec(topic)?.groups ?? {};
  if (kind === undefined || subject === undefined) return undefined;
  return { kind: kind as PeerState["kind"], subject, value: parseJson(textOf(payload))?.value };
}
