import type { StandInDevice, StandInGroup } from "./devices.ts";
import type { Model } from "./models.ts";
import { isFirstGeneration, type Style } from "./style.ts";

const DEFAULT_BIND_GROUP = { id: 901, friendly_name: "default_bind_group", scenes: [], members: [] };

export const infoText = (style: Style, permitJoinEndMillis: number | undefined): string =>
  JSON.stringify({
    version: style.version,
    commit: "unknown",
    coordinator: { ieee_address: style.coordinator, type: "zStack3x0", meta: { revision: 20_221_226 } },
    network: { pan_id: 6_754, extended_pan_id: 221, channel: 11 },
    log_level: "info",
    permit_join: permitJoinEndMillis !== undefined,
    ...(permitJoinEndMillis === undefined ? {} : { permit_join_end: permitJoinEndMillis }),
    restart_required: false,
    config: {
      advanced: { cache_state: style.cacheState, output: style.output, last_seen: "disable" },
      availability: { enabled: style.availability },
      device_options: { retain: style.retain },
    },
    config_schema: {},
  });

export const devicesText = (style: Style, devices: Iterable<StandInDevice>): string =>
  JSON.stringify([coordinatorEntry(style), ...[...devices].map((device) => deviceEntry(style, device))]);

export const groupsText = (groups: Iterable<StandInGroup>): string =>
  JSON.stringify([
    ...[...groups].map(({ id, name, members, scenes }) => ({
      id,
      friendly_name: name,
      scenes,
      members: members.map(({ ieee, endpoint }) => ({ ieee_address: ieee, endpoint })),
    })),
    DEFAULT_BIND_GROUP,
  ]);

const coordinatorEntry = (style: Style) => ({
  ieee_address: style.coordinator,
  type: "Coordinator",
  network_address: 0,
  supported: true,
  friendly_name: "Coordinator",
  disabled: false,
  definition: null,
  interviewing: false,
  interview_completed: true,
  ...(isFirstGeneration(style) ? {} : { interview_state: "SUCCESSFUL" }),
  endpoints: { 1: endpointEntry(undefined) },
});

function deviceEntry(style: Style, device: StandInDevice): object {
  const { ieee, name, model, interviewState } = device;
  const isKnown = interviewState === "SUCCESSFUL";
  return {
    ieee_address: ieee,
    type: isKnown ? model.type : "Unknown",
    network_address: Number.parseInt(ieee.slice(-4), 16),
    supported: isKnown && device.isSupported,
    friendly_name: name,
    disabled: device.isDisabled,
    ...(isKnown && device.isSupported ? { definition: definitionEntry(style, model) } : {}),
    ...(isKnown ? basicEntry(model) : {}),
    interviewing: interviewState === "IN_PROGRESS",
    interview_completed: isKnown,
    ...(isFirstGeneration(style) ? {} : { interview_state: interviewState }),
    endpoints: Object.fromEntries(
      Object.entries(model.endpoints).map(([number, called]) => [number, endpointEntry(called)]),
    ),
    ...device.oddities,
  };
}

export const definitionEntry = (style: Style, { model, vendor, description, exposes }: Model): object => ({
  ...(isFirstGeneration(style) ? {} : { source: "native" }),
  model,
  vendor,
  description,
  exposes,
  supports_ota: true,
  options: [],
});

const basicEntry = ({ powerSource, modelId, manufacturer }: Model) => ({
  power_source: powerSource,
  software_build_id: "1.116.8",
  date_code: "20241008",
  model_id: modelId,
  manufacturer,
});

const endpointEntry = (name: string | undefined) => ({
  ...(name === undefined ? {} : { name }),
  scenes: [],
  bindings: [],
  configured_reportings: [],
  clusters: { input: ["genBasic", "genOnOff"], output: ["genOta"] },
});
