import { cleanName } from "../home/model/name.ts";

const NAMELESS = "Luxgate";
const LONGEST_LABEL_BYTES = 63;
/** What is put behind a name that another gateway has already. */
const NUMBER_BYTES = " (99)".length;

/** Ciao ends a label at every dot; this one looks the same and is none. */
const ONE_DOT_LEADER = "\u2024";

/** The name under which a gateway is announced: printable, one label of the DNS, with room for a number behind it. */
export function instanceName(text: string): string {
  const label = cutToBytes(cleanName(text).replaceAll(".", ONE_DOT_LEADER), LONGEST_LABEL_BYTES - NUMBER_BYTES);
  // Ciao counts on from a number that stands apart behind a name, and fails at zero.
  return label.trim().replace(/ +(?=\(0+\)$)/, "") || NAMELESS;
}

/** As many whole characters from the beginning of a text as fit into some bytes of UTF-8. */
export function cutToBytes(text: string, bytes: number): string {
  const room = new Uint8Array(bytes);
  return text.slice(0, new TextEncoder().encodeInto(text, room).read);
}
