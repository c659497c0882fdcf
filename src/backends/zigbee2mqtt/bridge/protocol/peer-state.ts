import { parsed, textOf } from "../../json-values.ts";
import type { Message } from "../link/transport.ts";

/** Something that gateways leave each other at a broker, which says it to those who come later too. */
export interface Note {
  /** Which scene a group shows; what a light was wished since it is off, or how it was when it was turned off. */
  readonly kind: "scene" | "held" | "shown";
  /** The number of the group, the id of the light. */
  readonly about: string;
  /** Nothing where it is taken away. */
  readonly words: unknown;
}

/** Zigbee2MQTT does not mind what is below. */
const TOPIC = /^luxgate\/(?<kind>scene|held|shown)\/(?<about>.*)$/s;

export const topicOfNote = ({ kind, about }: Pick<Note, "kind" | "about">): string => `luxgate/${kind}/${about}`;

export const payloadOfNote = ({ words }: Note): string => (words === undefined ? "" : JSON.stringify(words));

/** Nothing when it is something else that was said. */
export function noteIn({ topic, payload }: Message): Note | undefined {
  const { kind, about } = TOPIC.exec(topic)?.groups ?? {};
  if (kind === undefined || about === undefined) return undefined;
  return { kind: kind as Note["kind"], about, words: parsed(textOf(payload))?.value };
}
