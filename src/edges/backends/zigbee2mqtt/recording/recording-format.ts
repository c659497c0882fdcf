import { tooDeepAt } from "../../../../shared/json-depth.ts";
import type { Message } from "../bridge/link/transport.ts";

/** A message in a recording: JSON as such, so that people can read it and tools can search it. */
export interface RecordedMessage {
  readonly topic: string;
  readonly isRetained: boolean;
  readonly content: { readonly json: unknown } | { readonly text: string } | { readonly bytes: Uint8Array };
}

/** One line of a recording: a message, or that the connection to the broker was lost or came back. */
export type Entry = { readonly millis: number } & (
  | { readonly message: RecordedMessage }
  | { readonly broker: "lost" | "back" }
);

export interface Header {
  /** The version of Luxgate that wrote the recording. */
  readonly version: string;
  /** In ISO 8601. */
  readonly recorded: string;
}

const FORMAT = "luxgate-recording-1";

/** The first line. */
export const headerLine = ({ version, recorded }: Header): string =>
  `${JSON.stringify({ format: FORMAT, luxgate: version, recorded, anonymised: true })}\n`;

/** `millis` since the recording began. */
export function messageLine(millis: number, { topic, isRetained, content }: RecordedMessage): string {
  const encoded = "bytes" in content ? { base64: Buffer.from(content.bytes).toString("base64") } : content;
  return `${JSON.stringify({ millis, topic, ...(isRetained ? { retained: true } : {}), ...encoded })}\n`;
}

export const brokerLine = (millis: number, broker: "lost" | "back"): string =>
  `${JSON.stringify({ millis, broker })}\n`;

/** Undefined where the line is no header of a known format. */
export function headerIn(line: string): Header | undefined {
  const { format, luxgate, recorded } = fieldsIn(line);
  if (format !== FORMAT) return undefined;
  return {
    version: typeof luxgate === "string" ? luxgate : "",
    recorded: typeof recorded === "string" ? recorded : "",
  };
}

/** Undefined where the line is broken. */
export function entryIn(line: string): Entry | undefined {
  const { millis, topic, retained = false, broker, ...rest } = fieldsIn(line);
  if (typeof millis !== "number" || millis < 0) return undefined;
  if (broker === "lost" || broker === "back") return { millis, broker };
  const content = contentIn(rest);
  if (typeof topic !== "string" || typeof retained !== "boolean" || content === undefined) return undefined;
  return { millis, message: { topic, isRetained: retained, content } };
}

function contentIn({ json, text, base64 }: Readonly<Record<string, unknown>>): RecordedMessage["content"] | undefined {
  if (json !== undefined) return { json };
  if (typeof text === "string") return { text };
  return typeof base64 === "string" ? { bytes: Buffer.from(base64, "base64") } : undefined;
}

/** As a broker would deliver it. */
export const messageFrom = ({ topic, isRetained, content }: RecordedMessage): Message => ({
  topic,
  isRetained,
  payload:
    "bytes" in content ? content.bytes : Buffer.from("text" in content ? content.text : JSON.stringify(content.json)),
});

function fieldsIn(line: string): Readonly<Record<string, unknown>> {
  if (tooDeepAt(line) !== undefined) return {};
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
