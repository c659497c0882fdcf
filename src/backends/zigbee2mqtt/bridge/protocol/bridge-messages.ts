import type { Steps } from "../../../../shared/steps.ts";
import { countIn, isObject, type JsonObject, parseJson, textIn, textOf } from "../../json-values.ts";
import { numberIn } from "../../models/told-values.ts";
import type { Message } from "../link/transport.ts";
import { membersOf, valueIn } from "./json-members.ts";

/** What `bridge/info` says that matters here. */
export interface BridgeInfo {
  readonly version: string | undefined;
  readonly network: string | undefined;
  readonly isJoiningOpen: boolean;
  /** Whether it keeps an eye on which devices can be reached; undefined where it does not say. */
  readonly hasAvailability: boolean | undefined;
}

/** 1.x says `online` in plain text, 2.x `{"state":"online"}`; so does availability. Nothing when it is neither word. */
export function parseOnline(payload: Uint8Array): boolean | undefined {
  const text = textOf(payload).trim();
  const value = parseJson(text)?.value;
  const word = isObject(value) ? stateIn(value) : (value ?? text);
  return word === "online" ? true : word === "offline" ? false : undefined;
}

const stateIn = ({ state }: JsonObject): unknown => state;

/** It is long, most of it of no interest here: only what matters is read. Nothing when it is no object. */
export function* parseInfo(payload: Uint8Array): Steps<BridgeInfo | undefined> {
  const info = yield* membersOf(payload, ["version", "coordinator", "permit_join", "config"]);
  if (!info) return undefined;
  const config = yield* membersOf(info.get("config") ?? NOTHING, ["availability"]);
  return {
    version: textIn(valueIn(info.get("version"))),
    network: addressIn(valueIn(info.get("coordinator"))),
    isJoiningOpen: valueIn(info.get("permit_join")) === true,
    hasAvailability: hasAvailability(valueIn(config?.get("availability"))),
  };
}

const NOTHING = new Uint8Array();

/** 2.x says whether it is enabled; in 1.x it is as soon as there is something about it. */
function hasAvailability(availability: unknown): boolean | undefined {
  if (typeof availability === "boolean") return availability;
  if (!isObject(availability)) return undefined;
  const { enabled = true } = availability;
  return enabled !== false;
}

/** An answer to a request, ours or somebody else's. */
export interface BridgeResponse {
  /** As the request had it. */
  readonly transaction: string | undefined;
  readonly outcome: "done" | "refused" | "unclear";
  /** Why it was refused. */
  readonly error: string;
}

/** Nothing when it is about no request. */
export function parseResponse({ topic, payload }: Message): BridgeResponse | undefined {
  if (!topic.startsWith("bridge/response/")) return undefined;
  const { status, error, transaction } = objectIn(payload) ?? {};
  return {
    transaction: textIn(transaction),
    outcome: status === "ok" ? "done" : status === "error" ? "refused" : "unclear",
    error: textIn(error) ?? "no, without a reason",
  };
}

/** The address of a device that has its power again, in `bridge/event`. */
export function parseAnnounce(payload: Uint8Array): string | undefined {
  const { type, data } = objectIn(payload) ?? {};
  return type === "device_announce" ? addressIn(data) : undefined;
}

/** The number of a scene that a group was told to show, in a command or in one for that alone. */
export function parseSceneRecall(command: string, payload: Uint8Array): number | undefined {
  if (command === "set/scene_recall") return countIn(numberIn(textOf(payload)));
  const { scene_recall: recalled } = command === "set" ? (objectIn(payload) ?? {}) : {};
  return countIn(numberIn(recalled));
}

/** The address of a device that is spoken of. */
function addressIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { ieee_address: address } = value;
  return textIn(address)?.toLowerCase();
}

function objectIn(payload: Uint8Array): JsonObject | undefined {
  const value = parseJson(textOf(payload))?.value;
  return isObject(value) ? value : undefined;
}
