import { parseJson, textOf } from "../../json-values.ts";
import type { Message } from "../link/transport.ts";

/** Something that gateways leave each other at a broker, which says it to those who come later too. */
export interface PeerState {
  /** Which scene a group shows; what a light was wished since it is off, or how it was when it was turned off. */
  readonly kind: "scene" | "held" | "shown";
  /** The number of the group, the id of the light. */
  readonly about: string;
  /** Nothing where it is taken away. */
  readonly words: unknown;
}

/** Zigbee2MQTT does not mind what is below. */
const TOPIC = /^luxgate\/(?<kind>scene|held|shown)\/(?<about>.*)$/s;

export const peerStateTopic = ({ kind, about }: Pick<PeerState, "kind" | "about">): string => `luxgate/${kind}/${about}`;

export const peerStatePayload = ({ words }: PeerState): string => (words === undefined ? "" : JSON.stringify(words));

/** Nothing when it is something else that was said. */
export function parsePeerState({ topic, payload }: Message): PeerState | undefined {
  const { kind, about } = TOPIC.exec(topic)?.groups ?? {};
  if (kind === undefined || about === undefined) return undefined;
  return { kind: kind as PeerState["kind"], about, words: parseJson(textOf(payload))?.value };
}
