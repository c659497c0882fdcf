import type { IncomingHttpHeaders } from "node:http";
import { UUID_PATTERN } from "../../core/contract/values.ts";
import type { ReadJson } from "./json.ts";

/** An HTTP answer as it came. */
export interface Answer extends ReadJson {
  /** The request that was answered, such as "GET /clip/v2/resource/light". */
  readonly request: string;
  /** 0 when no answer came. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** An object of which nothing is known yet, with the members that are read by name. */
export interface Fields {
  readonly [name: string]: unknown;
  readonly id?: unknown;
  readonly code?: unknown;
  readonly msg?: unknown;
  readonly data?: unknown;
  readonly arr?: unknown;
  readonly obj?: unknown;
  readonly len?: unknown;
  readonly username?: unknown;
  readonly device_id?: unknown;
  readonly value?: unknown;
  readonly services?: unknown;
  readonly children?: unknown;
  readonly rid?: unknown;
  readonly parent_id?: unknown;
  readonly area_id?: unknown;
}

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const UUID = new RegExp(UUID_PATTERN);

export const isUuid = (text: string): boolean => UUID.test(text);

/** UUIDs are the same in any case of letters: what two identifiers of one resource have in common. */
export const idKey = (id: string): string => id.toUpperCase();

/** The `code` of an answer; undefined where there is none. */
export const codeOf = ({ json }: Answer): unknown => (isObject(json) ? json.code : undefined);

/** The members of `data`; none where there is no such object. */
export const dataOf = ({ json }: Answer): Fields => (isObject(json) && isObject(json.data) ? json.data : {});

/** "HTTP 200, code -401" */
export const outcomeOf = (answer: Answer): string => `HTTP ${answer.status}, code ${JSON.stringify(codeOf(answer))}`;

/** A refusal as usual clients expect it: other statuses they take for no gateway at all (G50). */
export const isPlainRefusal = (answer: Answer): boolean =>
  answer.status === 200 && Number.isInteger(codeOf(answer)) && codeOf(answer) !== 0 && codeOf(answer) !== CLIENTS_MARK;

/** A code that usual clients use themselves, for "cannot connect". */
const CLIENTS_MARK = -10086;

export const isNotFound = (answer: Answer): boolean =>
  answer.status === 404 && codeOf(answer) === -1 && isObject(answer.json) && answer.json.msg === "not found";

/** Whether an answer is an envelope at all: what is not breaks rules of its own. */
export const isEnvelope = ({ json }: Answer): boolean =>
  isObject(json) && Number.isInteger(json.code) && typeof json.msg === "string" && isObject(json.data);
