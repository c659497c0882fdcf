/** Spec §8: the UDP port of discovery. */
export const DISCOVERY_PORT = 9001;

/** Where gateways of this family serve HTTP, at the address that discovery gives. */
export const HTTP_PORT = 8080;

/** Where usual clients look for events (G59). */
export const MQTT_PORT = 1883;
