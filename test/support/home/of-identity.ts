import type { HomeContents } from "../../../src/home/model/contents.ts";
import type { Identity } from "../../../src/home/model/identity.ts";
import { identified } from "../../../src/home/own-device.ts";

/** The same home with the gateway as another one: what a factory reset makes of its identity. */
export const ofIdentity = (contents: HomeContents, identity: Identity): HomeContents => ({
  ...contents,
  identity,
  devices: contents.devices.map((device) => identified(device, identity)),
});
