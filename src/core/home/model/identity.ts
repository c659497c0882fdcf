import { type DeviceId, idFrom } from "./ids.ts";

/** What tells this gateway from every other, for as long as its data folder lives. */
export interface Identity {
  /** Upper case, colon separated. */
  readonly mac: string;
  /** A UUID in upper case that only a factory reset changes. */
  readonly resetId: string;
}

/** The id of the gateway's own device: what discovery calls a device id is found as one (spec §4.9, G30). */
export const ownDeviceId = ({ resetId }: Identity): DeviceId => idFrom(resetId);
