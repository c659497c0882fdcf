import type { DeviceId } from "../../../../home/ids.ts";
import { cleanName } from "../../../../home/name.ts";
import { deviceIdOf } from "../../ids.ts";
import { countIn, isObject, type JsonObject, textIn } from "../../json-values.ts";
import type { Capabilities } from "../../models/capabilities.ts";
import { parseCapabilities } from "../../models/parse-exposes.ts";
import { whyNoTopic } from "./topic-name.ts";

/** A device as Zigbee2MQTT lists it. */
export interface DeviceEntry {
  readonly id: DeviceId;
  /** In lower case. */
  readonly ieeeAddress: string;
  readonly networkAddress: number;
  /** The topic that it speaks on, below the base. */
  readonly name: string;
  readonly isCoordinator: boolean;
  readonly isDisabled: boolean;
  readonly interview: "successful" | "under way" | "failed";
  readonly softwareVersion: string;
  readonly hardwareVersion: string;
  readonly capabilities: Capabilities;
}

/** An entry, what is odd about it, or why there is none. */
export type ParsedDevice =
  | { readonly entry: DeviceEntry; readonly problems: readonly string[] }
  | { readonly unreadable: string };

const ADDRESS = /^0x[0-9a-f]{16}$/;

/** Reads one entry of `bridge/devices`; only what cannot be told from another device is left out. */
export function parseDevice(value: unknown): ParsedDevice {
  if (!isObject(value)) return { unreadable: "an entry is no object" };
  const { ieee_address: address, friendly_name: name, network_address: networkAddress, type, disabled } = value;
  const ieeeAddress = textIn(address)?.toLowerCase();
  if (ieeeAddress === undefined || !ADDRESS.test(ieeeAddress)) {
    return { unreadable: `an entry has no IEEE address (${textIn(name) ?? "nor a name"})` };
  }
  const { definition, software_build_id: build, date_code: date } = value;
  const { capabilities, problems } = parseCapabilities(definition);
  return {
    entry: {
      id: deviceIdOf(ieeeAddress),
      ieeeAddress,
      networkAddress: countIn(networkAddress) ?? 0,
      name: textIn(name) ?? ieeeAddress,
      isCoordinator: type === "Coordinator",
      isDisabled: disabled === true,
      interview: interviewOf(value),
      softwareVersion: plain(build),
      hardwareVersion: plain(date),
      capabilities: { ...capabilities, ...ownWords(value, capabilities) },
    },
    problems: [...unreadiness(value), ...problems],
  };
}

/** Why a device cannot do what it could. */
function unreadiness(value: JsonObject): readonly string[] {
  const { definition, supported, disabled, type, friendly_name: name } = value;
  const isUnknown = type !== "Coordinator" && (supported === false || !isObject(definition));
  const interview = interviewOf(value);
  const noTopic = whyNoTopic(textIn(name) ?? "");
  return [
    ...(noTopic === undefined ? [] : [noTopic]),
    ...(interview === "failed" ? ["its interview failed: let it join again, near the coordinator"] : []),
    ...(interview === "successful" && isUnknown ? ["Zigbee2MQTT does not know its model: it can do nothing here"] : []),
    ...(disabled === true ? ["it is disabled in Zigbee2MQTT"] : []),
  ];
}

/** What the device says of itself in its basic cluster (spec §2.2, G82); the converter's words where it says nothing. */
const ownWords = ({ manufacturer, model_id: model }: JsonObject, capabilities: Capabilities) => ({
  manufacturer: plain(manufacturer) || capabilities.manufacturer,
  model: plain(model) || capabilities.model,
});

/** 1.x says only whether it was completed. */
function interviewOf({ interview_state: state, interview_completed: isDone, interviewing }: JsonObject) {
  if (state === "SUCCESSFUL") return "successful";
  if (state === "FAILED") return "failed";
  if (textIn(state) !== undefined || interviewing === true) return "under way";
  return isDone === false ? "failed" : "successful";
}

const plain = (value: unknown): string => cleanName(textIn(value) ?? "");

/** Thousands of lamps are of a few models: equal sheets become one. */
export class CapabilitiesPool {
  readonly #known = new Map<string, Capabilities>();

  shared(capabilities: Capabilities): Capabilities {
    const text = JSON.stringify(capabilities);
    const same = this.#known.get(text);
    if (!same) this.#known.set(text, capabilities);
    return same ?? capabilities;
  }
}
