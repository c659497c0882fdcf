import type { Operation } from "../operations.ts";
import type { RefusalName } from "../refusals.ts";
import { WireRoom } from "../room.ts";
import type { OpenApiHeader, OpenApiParameter, OpenApiReference } from "./document.ts";

/** The headers of requests that make a difference, beside the key's. */
export const HEADER_PARAMETERS = {
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    description:
      "Tags of answers that the client already has; if the answer matches one of them, the gateway answers 304 (G73)",
    schema: { type: "string" },
  },
  "Accept-Encoding": {
    name: "Accept-Encoding",
    in: "header",
    description:
      "Lists and rooms of 4 KiB or more, and this document, are compressed for clients that accept `gzip` (G74)",
    schema: { type: "string" },
  },
  "application-key": {
    name: "application-key",
    in: "header",
    description: "The key to check; optional, and an empty header counts as no key (G51)",
    schema: { type: "string" },
  },
  "Last-Event-ID": {
    name: "Last-Event-ID",
    in: "header",
    description: "Id of the last event that the client received; later events follow without a snapshot",
    schema: { type: "string" },
  },
} as const satisfies Record<string, OpenApiParameter>;

/** The headers of answers. */
export const HEADERS = {
  ETag: {
    description: "Identifies exactly these bytes; stays the same after a restart (G73)",
    schema: { type: "string" },
  },
  Vary: {
    description: "`Accept-Encoding`, if the answer may be compressed for other clients",
    schema: { type: "string" },
  },
  "Content-Encoding": { description: "`gzip`, if the answer is compressed", schema: { type: "string" } },
  Allow: { description: "The allowed methods", schema: { type: "string" } },
  "Retry-After": { description: "Number of seconds after which to try again", schema: { type: "integer" } },
} as const satisfies Record<string, OpenApiHeader>;

const parameter = (name: keyof typeof HEADER_PARAMETERS): OpenApiReference => ({
  $ref: `#/components/parameters/${name}`,
});

const header = (name: keyof typeof HEADERS): OpenApiReference => ({ $ref: `#/components/headers/${name}` });

export const TAGGED = { ETag: header("ETag") };
const PACKABLE = { ...TAGGED, Vary: header("Vary"), "Content-Encoding": header("Content-Encoding") };
/** The headers of refusals, by their names. */
export const REFUSAL_HEADERS: Readonly<Partial<Record<RefusalName, Readonly<Record<string, OpenApiReference>>>>> = {
  "method-not-allowed": { Allow: header("Allow") },
  busy: { "Retry-After": header("Retry-After") },
};

/** Whether an answer bears a tag: every read that ends and has something to tell. */
export const isTagged = ({ method, answer }: Operation): boolean =>
  method === "GET" && answer !== "event-stream" && answer !== "nothing";

/** Whether it may be packed: what grows with the home, and a room may hold every device (G74). */
const isPackable = ({ answer }: Operation): boolean =>
  answer === "openapi" ||
  (typeof answer === "object" && (answer.layout.startsWith("arr") || answer.resource === WireRoom));

export function headerParametersOf(operation: Operation): readonly OpenApiReference[] {
  if (operation.answer === "event-stream") return [parameter("Last-Event-ID")];
  if (!isTagged(operation)) return [];
  return [
    ...(operation.key === "checked" ? [parameter("application-key")] : []),
    parameter("If-None-Match"),
    ...(isPackable(operation) ? [parameter("Accept-Encoding")] : []),
  ];
}

/** The headers of a success that are useful to a client. */
export function headersOf(operation: Operation): { readonly headers?: Readonly<Record<string, OpenApiReference>> } {
  if (!isTagged(operation)) return {};
  return { headers: isPackable(operation) ? PACKABLE : TAGGED };
}
