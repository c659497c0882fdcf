import type { WireDevice, WireLight, WireRoom } from "../../../src/libraries/client/types.ts";

/** Resources as a gateway tells them, for tests: with the fields that matter there. */
export const aLight = (fields: Partial<WireLight> = {}): WireLight => ({
  id: "light",
  type: "light",
  name: "Reading lamp",
  on: 1,
  brightness: 60,
  color_mode: 2,
  color_cw: 2700,
  color_x: 30101,
  color_y: 26913,
  color_len: 0,
  color_arr: [],
  positions: "",
  support_segment: 0,
  support_dynamic: 0,
  ability: 15,
  ...fields,
});

export const aDevice = (fields: Partial<WireDevice> = {}): WireDevice => ({
  id: "device",
  type: "device",
  name: "Reading lamp",
  join_status: 1,
  online: 1,
  has_new: 0,
  product: {
    cat1_id: 2,
    cat1_name: "Light",
    cat2_id: 205,
    cat2_name: "RGBCW",
    cat3_id: 20501,
    cat3_name: "Colour bulb",
    manufacturer: "",
    model: "",
    hardware_version: "",
    software_version: "",
    zigbee_version: "",
  },
  services: [{ rid: "light", rtype: "light" }],
  ...fields,
});

export const aRoom = (fields: Partial<WireRoom> = {}): WireRoom => ({
  id: "room",
  type: "room",
  name: "Living room",
  room_kind: 0,
  room_type: "",
  icon: "",
  background: 0,
  sequence: 1,
  children: [{ rid: "device", rtype: "device" }],
  services: [{ rid: "group", rtype: "group_light" }],
  ...fields,
});
