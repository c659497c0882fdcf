import accessAndLimits from "../../../../../docs/spec-gaps/access-and-limits.md";
import devices from "../../../../../docs/spec-gaps/devices.md";
import discoveryAndPairing from "../../../../../docs/spec-gaps/discovery-and-pairing.md";
import events from "../../../../../docs/spec-gaps/events.md";
import fleet from "../../../../../docs/spec-gaps/fleet.md";
import gateway from "../../../../../docs/spec-gaps/gateway.md";
import http from "../../../../../docs/spec-gaps/http.md";
import lights from "../../../../../docs/spec-gaps/lights.md";
import pageAndOperator from "../../../../../docs/spec-gaps/page-and-operator.md";
import queryParameters from "../../../../../docs/spec-gaps/query-parameters.md";
import rooms from "../../../../../docs/spec-gaps/rooms.md";
import scenes from "../../../../../docs/spec-gaps/scenes.md";
import syncBoxes from "../../../../../docs/spec-gaps/sync-boxes.md";
import zigbee2mqtt from "../../../../../docs/spec-gaps/zigbee2mqtt.md";
import { gapsIn } from "./gaps.ts";

const PAGES = [
  accessAndLimits,
  devices,
  discoveryAndPairing,
  events,
  fleet,
  gateway,
  http,
  lights,
  pageAndOperator,
  queryParameters,
  rooms,
  scenes,
  syncBoxes,
  zigbee2mqtt,
];

export const GAPS = gapsIn(PAGES.join("\n"));
