import { stringify } from "yaml";
import type { DevicePlan } from "../radio/zigbee-device.ts";

/** What differs from one Zigbee2MQTT to another. */
export interface PeerOptions {
  readonly mosquittoPort: number;
  readonly base?: string;
  /** Whether it tells which devices are within reach; if so, it looks after them every few seconds. */
  readonly availability?: boolean;
  /** Joined when it is started. */
  readonly lamps?: readonly DevicePlan[];
}

/** In minutes and milliseconds. */
const OFTEN = { availability: { timeout: 0.03, max_jitter: 1, backoff: false } };

/** The configuration.yaml of a Zigbee2MQTT that talks to a Mosquitto of the test, and to nothing else. */
export function configurationText(options: PeerOptions): string {
  const { mosquittoPort, base = "zigbee2mqtt", availability = false, lamps = [] } = options;
  return stringify({
    version: 5,
    mqtt: { base_topic: base, server: `mqtt://127.0.0.1:${mosquittoPort}` },
    serial: { port: "/dev/null", adapter: "ember" },
    frontend: { enabled: false },
    homeassistant: { enabled: false },
    availability: { enabled: availability },
    ota: { disable_automatic_update_check: true },
    devices: Object.fromEntries(
      lamps.map(({ address, name = address }) => [address, { friendly_name: name, ...(availability ? OFTEN : {}) }]),
    ),
    advanced: {
      log_output: ["console"],
      log_level: "info",
      channel: 11,
      pan_id: 0x1a62,
      ext_pan_id: [1, 2, 3, 4, 5, 6, 7, 8],
      network_key: Array.from({ length: 16 }, (_, index) => index + 1),
    },
  });
}
