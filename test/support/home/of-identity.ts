import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import type { Identity } from "../../../src/core/home/model/identity.ts";
import { identified } from "../../../src/core/home/own-device.ts";

/** The same home with the gateway as another one: what a factory reset makes of its identity. */
export const ofIdentity = (contents: HomeContents, identity: Identity): HomeContents => ({
  ...contents,
  identity,
  devices: contents.devices.map((device) => identified(device, identity)),
});
