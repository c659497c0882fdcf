import type { Message } from "../bridge/link/transport.ts";
import { selectInfo } from "./anonymise-info.ts";
import { Pseudonyms, type Replaced } from "./anonymise-pseudonyms.ts";
import { anonymiseValue } from "./anonymise-values.ts";
import type { RecordedMessage } from "./recording-format.ts";

/** The topics below `bridge/` that are recorded; logs, health and the like reveal too much of a home. */
const BRIDGE_TOPICS = /^bridge\/(state|info|devices|groups|event|(request|response)\/.+)$/;
/** Requests and responses with whole files, keys and maps. */
const SECRET_REQUESTS =
  /^bridge\/(request|response)\/(action|backup|converter|extension|install_code|networkmap|options)\b/;

/**
 * Replaces everything in a message that could identify a home: addresses, names, keys and texts, each always by the same
 * pseudonym of the same form. It works by an allow list: all that is not known to be harmless is replaced.
 */
export class Anonymiser {
  readonly #pseudonyms: Pseudonyms;

  /** Whoever has the secret can confirm a guess of an original: use a random one for each recording, and store it nowhere. */
  constructor(secret: Uint8Array) {
    this.#pseudonyms = new Pseudonyms(secret);
  }

  get replaced(): Replaced {
    return this.#pseudonyms.replaced;
  }

  /** Undefined where the message is not recorded. */
  anonymise({ topic, payload, isRetained }: Message): RecordedMessage | undefined {
    if (isExcluded(topic)) return undefined;
    return { topic: this.#pseudonyms.text(topic), isRetained, content: this.#content(topic, payload) };
  }

  #content(topic: string, payload: Uint8Array): RecordedMessage["content"] {
    const text = textIn(payload);
    if (text === undefined) return { bytes: this.#pseudonyms.bytes(payload) };
    const json = jsonIn(text);
    if (json === undefined) return { text: this.#pseudonyms.text(text) };
    const selected = topic === "bridge/info" ? selectInfo(json.value) : json.value;
    return { json: anonymiseValue(selected ?? null, lastLevelOf(topic), this.#pseudonyms) };
  }
}

/** Peer states of gateways contain ids that derive from addresses. */
const isExcluded = (topic: string): boolean =>
  topic.startsWith("bridge/")
    ? !BRIDGE_TOPICS.test(topic) || SECRET_REQUESTS.test(topic)
    : topic.startsWith("luxgate/");

/** With `output: attribute`, the last level of a topic names the value: "Kitchen/brightness". */
const lastLevelOf = (topic: string): string => topic.slice(topic.lastIndexOf("/") + 1);

function textIn(payload: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(payload);
  } catch {
    return undefined;
  }
}

function jsonIn(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
