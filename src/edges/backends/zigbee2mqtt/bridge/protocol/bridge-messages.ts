import { isObject, type JsonObject } from "../../../../../shared/is-object.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { countIn, numberIn, parseJson, textIn, textOf } from "../../json-values.ts";
import type { Message } from "../link/transport.ts";
import { membersOf, valueIn } from "./json-scanner.ts";

/** The members of `bridge/info` that matter here. */
export interface BridgeInfo {
  readonly version: string | undefined;
  readonly network: string | undefined;
  readonly isJoiningOpen: boolean;
  /** Whether availability is monitored; undefined where the info does not contain that. */
  readonly hasAvailability: boolean | undefined;
}

/** `bridge/state` or availability: 1.x publishes `online` as plain text, 2.x `{"state":"online"}`. Undefined for anything else. */
export function parseOnline(payload: Uint8Array): boolean | undefined {
  const text = textOf(payload).trim();
  const value = parseJson(text)?.value;
  const state = isObject(value) ? stateIn(value) : (value ?? text);
  return state === "online" ? true : state === "offline" ? false : undefined;
}

const stateIn = ({ state }: JsonObject): unknown => state;

/** The info is long, and most of it of no interest: only some members are parsed. Undefined where it is no object. */
export function* parseInfo(payload: Uint8Array): Steps<BridgeInfo | undefined> {
  const info = yield* membersOf(payload, ["version", "coordinator", "permit_join", "config"]);
  if (!info) return undefined;
  const config = yield* membersOf(info.get("config") ?? NO_BYTES, ["availability"]);
  return {
    version: textIn(valueIn(info.get("version"))),
    network: addressIn(valueIn(info.get("coordinator"))),
    isJoiningOpen: valueIn(info.get("permit_join")) === true,
    hasAvailability: hasAvailability(valueIn(config?.get("availability"))),
  };
}

const NO_BYTES = new Uint8Array();

/** 2.x has an `enabled`; in 1.x availability is enabled as soon as it has any setting. */
function hasAvailability(availability: unknown): boolean | undefined {
  if (typeof availability === "boolean") return availability;
  if (!isObject(availability)) return undefined;
  const { enabled = true } = availability;
  return enabled !== false;
}

/** A response to a request of this gateway or of another client. */
export interface BridgeResponse {
  /** The transaction of the request. */
  readonly transaction: string | undefined;
  readonly outcome: "done" | "refused" | "unclear";
  /** Why the request was refused. */
  readonly error: string;
}

/** Undefined where the topic is that of no response. */
export function parseResponse({ topic, payload }: Message): BridgeResponse | undefined {
  if (!topic.startsWith("bridge/response/")) return undefined;
  const { status, error, transaction } = objectIn(payload) ?? {};
  return {
    transaction: textIn(transaction),
    outcome: status === "ok" ? "done" : status === "error" ? "refused" : "unclear",
    error: textIn(error) ?? "no reason given",
  };
}

/** The address in a `device_announce` of `bridge/event`: the device has its power again. */
export function parseAnnounce(payload: Uint8Array): string | undefined {
  const { type, data } = objectIn(payload) ?? {};
  return type === "device_announce" ? addressIn(data) : undefined;
}

/** The number of the scene that a command to a group recalls: in the payload of `set`, or of `set/scene_recall`. */
export function parseSceneRecall(command: string, payload: Uint8Array): number | undefined {
  if (command === "set/scene_recall") return countIn(numberIn(textOf(payload)));
  const { scene_recall: recalled } = command === "set" ? (objectIn(payload) ?? {}) : {};
  return countIn(numberIn(recalled));
}

function addressIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { ieee_address: address } = value;
  return textIn(address)?.toLowerCase();
}

function objectIn(payload: Uint8Array): JsonObject | undefined {
  const value = parseJson(textOf(payload))?.value;
  return isObject(value) ? value : undefined;
}
