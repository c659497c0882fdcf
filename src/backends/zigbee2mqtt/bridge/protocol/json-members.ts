import type { Steps } from "../../../../shared/steps.ts";
import { parseJson, textOf } from "../../json-values.ts";
import { type Part, partsOf } from "./json-scanner.ts";

/** What is read of one member; the ones that matter are short. */
const LONGEST_VALUE = 64 * 1024;
const LONGEST_NAME = 256;

/**
 * Some members of a JSON object, each in its own bytes; of two of one name the last, as JSON has it. What the others say
 * is not looked at. Nothing when it is no object to its end.
 */
export function* membersOf(
  bytes: Uint8Array,
  wanted: readonly string[],
): Steps<ReadonlyMap<string, Uint8Array> | undefined> {
  const members = new Map<string, Uint8Array>();
  const end = yield* partsOf(bytes, "object", (part) => {
    const name = nameIn(part);
    if (name !== undefined && wanted.includes(name)) members.set(name, part.bytes.subarray(part.colon + 1));
  });
  return end?.isEnded ? members : undefined;
}

function nameIn({ bytes, colon }: Part): string | undefined {
  const name = colon > 0 && colon <= LONGEST_NAME ? parseJson(textOf(bytes.subarray(0, colon)))?.value : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Nothing where it is no JSON, or longer than anything that matters. */
export const valueIn = (bytes: Uint8Array | undefined): unknown =>
  bytes && bytes.byteLength <= LONGEST_VALUE ? parseJson(textOf(bytes))?.value : undefined;
