import { cleanName } from "../home/model/name.ts";

const NAMELESS = "Luxgate";
const LONGEST_LABEL_BYTES = 63;
/** What ciao puts behind a name that another gateway has. */
const NUMBER_BYTES = " (99)".length;

/** Ciao ends a label at every dot; this character looks like a dot. */
const ONE_DOT_LEADER = "\u2024";

/** The name under which a gateway is announced: printable, one label of the DNS, with room for a number behind it. */
export function instanceName(text: string): string {
  const label = cutToBytes(cleanName(text).replaceAll(".", ONE_DOT_LEADER), LONGEST_LABEL_BYTES - NUMBER_BYTES);
  // Ciao increments a number in parentheses behind a name, and fails at zero.
  return label.trim().replace(/ +(?=\(0+\)$)/, "") || NAMELESS;
}

/** As many whole characters from the beginning of a text as fit into some bytes of UTF-8. */
export function cutToBytes(text: string, bytes: number): string {
  const room = new Uint8Array(bytes);
  return text.slice(0, new TextEncoder().encodeInto(text, room).read);
}
