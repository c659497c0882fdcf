import type { TrafficEntry } from "../../operator/page-commands.ts";

const ID = "[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}";
const ANY_ID = new RegExp(ID, "gi");
/** What an event is about, and not what that belongs to. */
const OWN_ID = new RegExp(`(?<="id":")${ID}(?=")`, "gi");

/** The ids of the resources that an entry is about: those in its path or, of what is told, those in its body. */
export function idsIn({ kind, what, body = "" }: TrafficEntry): readonly string[] {
  const inBody = kind === "request" ? [] : (body.match(OWN_ID) ?? []);
  return [...new Set([...(what.match(ANY_ID) ?? []), ...inBody].map((id) => id.toUpperCase()))];
}
