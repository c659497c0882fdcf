import { cleanName } from "../../core/home/model/name.ts";

const NAMELESS = "Luxgate";
const LONGEST_LABEL_BYTES = 63;
/** Behind a name that another gateway has. */
const NUMBER_BYTES = " (99)".length;

/** A dot ends a label of the DNS; this character looks like a dot. */
const ONE_DOT_LEADER = "\u2024";

/** The name under which a gateway is announced: printable, one label of the DNS, with room for a number behind it. */
export function instanceName(text: string): string {
  const label = cutToBytes(cleanName(text).replaceAll(".", ONE_DOT_LEADER), LONGEST_LABEL_BYTES - NUMBER_BYTES);
  return label.trim() || NAMELESS;
}

/** The name to try after one that another gateway has: with the next number behind it. */
export function numberedName(name: string): string {
  const [, base = name, number = "1"] = /^(.*) \((\d{1,9})\)$/.exec(name) ?? [];
  const suffix = ` (${Number(number) + 1})`;
  return `${cutToBytes(base, LONGEST_LABEL_BYTES - suffix.length)}${suffix}`;
}

/** As many whole characters from the beginning of a text as fit into some bytes of UTF-8. */
export function cutToBytes(text: string, bytes: number): string {
  const room = new Uint8Array(bytes);
  return text.slice(0, new TextEncoder().encodeInto(text, room).read);
}
