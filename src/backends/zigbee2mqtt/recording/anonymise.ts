import type { Message } from "../bridge/link/transport.ts";
import { reducedInfo } from "./anonymise-info.ts";
import { Pseudonyms, type Replaced } from "./anonymise-pseudonyms.ts";
import { anonymousValue } from "./anonymise-values.ts";
import type { Said } from "./recording-format.ts";

/** What a bridge says of itself that is worth keeping; its log, its health and the like say too much of a house. */
const BRIDGE_TOPICS = /^bridge\/(state|info|devices|groups|event|(request|response)\/.+)$/;
/** Whole files, keys and maps are passed around here. */
const SECRET_REQUESTS =
  /^bridge\/(request|response)\/(action|backup|converter|extension|install_code|networkmap|options)\b/;

/**
 * Tells what a bridge said without telling whose house it is: every address, name, key and text is replaced, the same
 * always by the same, and what is replaced keeps its form. Everything that is not known to be harmless is replaced, so
 * nothing need be learnt first.
 */
export class Anonymiser {
  readonly #pseudonyms: Pseudonyms;

  /** Whoever has the secret can find out whether something they guess was there: make one anew, and forget it. */
  constructor(secret: Uint8Array) {
    this.#pseudonyms = new Pseudonyms(secret);
  }

  get replaced(): Replaced {
    return this.#pseudonyms.replaced;
  }

  /** Nothing when it is left out. */
  anonymous({ topic, payload, isRetained }: Message): Said | undefined {
    if (isLeftOut(topic)) return undefined;
    return { topic: this.#pseudonyms.text(topic), isRetained, content: this.#content(topic, payload) };
  }

  #content(topic: string, payload: Uint8Array): Said["content"] {
    const text = textIn(payload);
    if (text === undefined) return { bytes: this.#pseudonyms.bytes(payload) };
    const json = jsonIn(text);
    if (json === undefined) return { text: this.#pseudonyms.text(text) };
    const known = topic === "bridge/info" ? reducedInfo(json.value) : json.value;
    return { json: anonymousValue(known ?? null, lastLevelOf(topic), this.#pseudonyms) };
  }
}

/** What other gateways of ours noted goes by ids that are made from addresses. */
const isLeftOut = (topic: string): boolean =>
  topic.startsWith("bridge/")
    ? !BRIDGE_TOPICS.test(topic) || SECRET_REQUESTS.test(topic)
    : topic.startsWith("luxgate/");

/** A value that comes alone is that of an attribute: "Kitchen/brightness". */
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
