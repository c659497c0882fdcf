import type { DeviceId } from "../../../../../core/home/model/ids.ts";
import { cleanName } from "../../../../../core/home/model/name.ts";
import { isObject, type JsonObject } from "../../../../../shared/is-object.ts";
import { deviceIdOf } from "../../ids.ts";
import { countIn, textIn } from "../../json-values.ts";
import type { Capabilities } from "../../models/capabilities.ts";
import { parseCapabilities } from "../../models/parse-exposes.ts";
import { whyNoTopic } from "./topic-name.ts";

/** A device in the list of Zigbee2MQTT. */
export interface DeviceEntry {
  readonly id: DeviceId;
  /** In lower case. */
  readonly ieeeAddress: string;
  readonly networkAddress: number;
  /** The friendly name, which is also the topic of the device below the base topic. */
  readonly name: string;
  readonly isCoordinator: boolean;
  readonly isDisabled: boolean;
  readonly interview: "successful" | "under way" | "failed";
  readonly softwareVersion: string;
  readonly hardwareVersion: string;
  readonly capabilities: Capabilities;
}

/** A parsed entry with its problems, or why the entry cannot be parsed. */
export type ParsedDevice =
  | { readonly entry: DeviceEntry; readonly problems: readonly string[] }
  | { readonly unreadable: string };

const ADDRESS = /^0x[0-9a-f]{16}$/;

/** Parses one entry of `bridge/devices`; only an entry without an address is unreadable. */
export function parseDevice(value: unknown): ParsedDevice {
  if (!isObject(value)) return { unreadable: "an entry is not an object" };
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
      capabilities: { ...capabilities, ...ownIdentity(value, capabilities) },
    },
    problems: [...problemsOf(value), ...problems],
  };
}

/** Why a device is not fully usable. */
function problemsOf(value: JsonObject): readonly string[] {
  const { definition, supported, disabled, type, friendly_name: name } = value;
  const isUnknown = type !== "Coordinator" && (supported === false || !isObject(definition));
  const interview = interviewOf(value);
  const noTopic = whyNoTopic(textIn(name) ?? "");
  return [
    ...(noTopic === undefined ? [] : [noTopic]),
    ...(interview === "failed" ? ["its interview failed: make it join again, close to the coordinator"] : []),
    ...(interview === "successful" && isUnknown
      ? ["Zigbee2MQTT does not support its model, so it cannot be controlled"]
      : []),
    ...(disabled === true ? ["it is disabled in Zigbee2MQTT"] : []),
  ];
}

/** Manufacturer and model from the basic cluster of the device (spec §2.2, G82), or else from the converter. */
const ownIdentity = ({ manufacturer, model_id: model }: JsonObject, capabilities: Capabilities) => ({
  manufacturer: plain(manufacturer) || capabilities.manufacturer,
  model: plain(model) || capabilities.model,
});

/** 1.x lists only whether the interview was completed. */
function interviewOf({ interview_state: state, interview_completed: isDone, interviewing }: JsonObject) {
  if (state === "SUCCESSFUL") return "successful";
  if (state === "FAILED") return "failed";
  if (textIn(state) !== undefined || interviewing === true) return "under way";
  return isDone === false ? "failed" : "successful";
}

const plain = (value: unknown): string => cleanName(textIn(value) ?? "");

/** Interns capabilities: thousands of lamps are of a few models. */
export class CapabilitiesPool {
  readonly #known = new Map<string, Capabilities>();

  intern(capabilities: Capabilities): Capabilities {
    const text = JSON.stringify(capabilities);
    const same = this.#known.get(text);
    if (!same) this.#known.set(text, capabilities);
    return same ?? capabilities;
  }
}
