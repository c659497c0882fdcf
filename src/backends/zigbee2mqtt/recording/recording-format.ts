import { tooDeepAt } from "../../../shared/json-depth.ts";
import type { Message } from "../bridge/link/transport.ts";

/** What was said, as a recording keeps it: JSON as such, so that people can read it and tools can search it. */
export interface Said {
  readonly topic: string;
  readonly isRetained: boolean;
  readonly content: { readonly json: unknown } | { readonly text: string } | { readonly bytes: Uint8Array };
}

/** One line of a recording. The broker is lost and comes back while nothing is said. */
export type Entry = { readonly millis: number } & ({ readonly said: Said } | { readonly broker: "lost" | "back" });

export interface Header {
  /** Luxgate's that wrote it. */
  readonly version: string;
  /** In ISO 8601. */
  readonly recorded: string;
}

const FORMAT = "luxgate-recording-1";

/** The first line. */
export const headerLine = ({ version, recorded }: Header): string =>
  `${JSON.stringify({ format: FORMAT, luxgate: version, recorded, anonymised: true })}\n`;

/** `millis` since the recording began. */
export function saidLine(millis: number, { topic, isRetained, content }: Said): string {
  const told = "bytes" in content ? { base64: Buffer.from(content.bytes).toString("base64") } : content;
  return `${JSON.stringify({ millis, topic, ...(isRetained ? { retained: true } : {}), ...told })}\n`;
}

export const brokerLine = (millis: number, broker: "lost" | "back"): string =>
  `${JSON.stringify({ millis, broker })}\n`;

/** Nothing when the line is no beginning of a recording that we know. */
export function headerIn(line: string): Header | undefined {
  const { format, luxgate, recorded } = fieldsIn(line);
  if (format !== FORMAT) return undefined;
  return {
    version: typeof luxgate === "string" ? luxgate : "",
    recorded: typeof recorded === "string" ? recorded : "",
  };
}

/** Nothing when the line is broken. */
export function entryIn(line: string): Entry | undefined {
  const { millis, topic, retained = false, broker, ...rest } = fieldsIn(line);
  if (typeof millis !== "number" || millis < 0) return undefined;
  if (broker === "lost" || broker === "back") return { millis, broker };
  const content = contentIn(rest);
  if (typeof topic !== "string" || typeof retained !== "boolean" || content === undefined) return undefined;
  return { millis, said: { topic, isRetained: retained, content } };
}

function contentIn({ json, text, base64 }: Readonly<Record<string, unknown>>): Said["content"] | undefined {
  if (json !== undefined) return { json };
  if (typeof text === "string") return { text };
  return typeof base64 === "string" ? { bytes: Buffer.from(base64, "base64") } : undefined;
}

/** As a broker would say it. */
export const messageFrom = ({ topic, isRetained, content }: Said): Message => ({
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
