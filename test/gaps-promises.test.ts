import type { TObject } from "typebox";
import { expect, test } from "vitest";
import { WireBridge, WireZigbeeDiscovery } from "../src/core/contract/bridge.ts";
import { WireDevice } from "../src/core/contract/device.ts";
import { DiscoveryReply } from "../src/core/contract/discovery.ts";
import { WireGroupLight } from "../src/core/contract/group-light.ts";
import { WireLight } from "../src/core/contract/light.ts";
import { OPERATIONS, type Operation } from "../src/core/contract/operations.ts";
import { WireRoom } from "../src/core/contract/room.ts";
import { WireScene } from "../src/core/contract/scene.ts";
import { WireSync } from "../src/core/contract/sync.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";

/** What clients may rely on as of the first version. Lines are added here, and none is ever taken away (G79). */
const PROMISED_OPERATIONS = [
  "GET /clip/v2/resource/device cat1_id cat1_id_not join_status room_uuid sn ext_light ext_room ext_zigbee",
  "GET /clip/v2/resource/device/:id ext_light ext_room ext_zigbee",
  "GET /clip/v2/resource/light",
  "GET /clip/v2/resource/light/:id",
  "GET /clip/v2/resource/sync",
  "GET /clip/v2/resource/sync/:id",
  "GET /clip/v2/resource/room include_all_room include_no_room ext_device ext_light",
  "GET /clip/v2/resource/room/:id ext_device ext_light",
  "GET /clip/v2/resource/scene room_uuid",
  "GET /clip/v2/resource/scene/:id",
  "GET /clip/v2/resource/group_light",
  "GET /clip/v2/resource/group_light/:id",
  "GET /clip/v2/resource/bridge",
  "GET /clip/v2/resource/zigbee_device_discovery",
  "PUT /clip/v2/resource/light/:id",
  "PUT /clip/v2/resource/device/:id/light",
  "PUT /clip/v2/resource/sync/:id",
  "PUT /clip/v2/resource/group_light/:id",
  "PUT /clip/v2/resource/scene/:id",
  "POST /api",
  "GET /pictures/:id",
  "GET /eventstream/clip/v2",
  "GET /openapi.json",
  "GET /healthz",
  "GET /readyz",
];

/** The same of fields. */
const PROMISED_FIELDS: readonly (readonly [what: string, declared: TObject, fields: string])[] = [
  [
    "device",
    WireDevice,
    "id type name join_status online has_new new_version product services ext_light ext_room ext_zigbee",
  ],
  [
    "product",
    WireDevice.properties.product,
    "cat1_id cat1_name cat2_id cat2_name cat3_id cat3_name manufacturer model hardware_version software_version zigbee_version",
  ],
  [
    "light",
    WireLight,
    "id type name on brightness color_mode color_cw color_x color_y color_len color_arr color_rgb color_rgb_arr pack position_x position_y positions power_on support_segment support_dynamic ability ext_attr motion motion_type sync_status",
  ],
  [
    "sync",
    WireSync,
    "id type name ability on brightness source mode frequency stop_action color_config color_config_1 color_config_2 color_config_3 color_config_4 area_id area_name",
  ],
  [
    "room",
    WireRoom,
    "id type name room_kind room_type icon background sequence children services ext_device ext_light",
  ],
  [
    "scene",
    WireScene,
    "id type parent_id parent_type name scene_type is_active picture_id picture_type picture_url icon background sequence colors",
  ],
  ["group_light", WireGroupLight, "id type name parent_id parent_type on brightness ability"],
  ["bridge", WireBridge, "id ip mac model name parent_id parent_type type version"],
  ["zigbee_device_discovery", WireZigbeeDiscovery, "id owner status type"],
  [
    "discovery record",
    DiscoveryReply.properties.data,
    "name model version mac ip link_enabled link_remian_ms reset_id",
  ],
];

const declared = Object.values(OPERATIONS).map(({ method, path, query }: Operation) => ({
  where: `${method} ${path}`,
  parameters: Object.keys(query),
}));

test.each(PROMISED_OPERATIONS)("G79: %s stays", (line) => {
  const [method, path, ...parameters] = line.split(" ");
  const found = declared.find(({ where }) => where === `${method} ${path}`);
  expect(found?.parameters).toEqual(expect.arrayContaining(parameters));
});

test.each(PROMISED_FIELDS)("G79: no field of a %s goes", (_what, { properties }, fields) => {
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(fields.split(" ")));
});

test("G79: every operation and field that there is now is promised", () => {
  const promised = PROMISED_OPERATIONS.map((line) => line.split(" "));
  expect(new Set(declared.map(({ where, parameters }) => [where, ...parameters].join(" ")))).toEqual(
    new Set(promised.map((words) => words.join(" "))),
  );
  for (const [, { properties }, fields] of PROMISED_FIELDS) {
    expect(new Set(fields.split(" "))).toEqual(new Set(Object.keys(properties)));
  }
});

test("G79: parameters and fields of a later version do no harm today", async () => {
  const { client, stop } = await runGateway();
  try {
    const lights = await client.list("light");
    expect(await client.list("light?a_later_parameter=1")).toEqual(lights);
    expect(await client.list("scene", { body: '{"a_later_field":1}' })).toEqual(await client.list("scene"));
  } finally {
    await stop();
  }
});
