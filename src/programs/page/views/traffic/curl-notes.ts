import type { TrafficEntry } from "../../operator/page-commands.ts";

export const SET_KEY = "Set KEY first, for example: KEY=0123abcd";

/** Refusals of bodies that were not read to their end: too slow, too large, or no room for them. */
const UNREAD_BODY_CODES = [-408, -413, -503];
const FOREIGN_CODES = new Map([
  [-403, "Origin"],
  [-421, "Host"],
]);

/** What a person has to know who sends a request again: what it needs, and what it lacks. */
export function curlNotes({ what, by, code, body }: TrafficEntry, hasKey: boolean): readonly string[] {
  const isWithoutBody = (body ?? "") === "" && !/^(?:GET|HEAD) /.test(what);
  const foreign = code === undefined ? undefined : FOREIGN_CODES.get(code);
  return [
    ...(hasKey && by?.kind !== "wrong-key" ? [SET_KEY] : []),
    ...(by?.kind === "wrong-key" ? ["The invalid key is not recorded. Set KEY to it first: KEY=…"] : []),
    ...(isWithoutBody && code !== undefined && UNREAD_BODY_CODES.includes(code)
      ? ["The body is missing here: the gateway did not read it."]
      : []),
    ...(foreign === undefined ? [] : [`The header ${foreign} of the client is missing here.`]),
  ];
}
