/** What homes are made from that recordings fill. */
export const RECORDED = "replay";

/** What homes are made from that Zigbee2MQTTs fill; their order does not matter. */
export const ofBrokers = (names: readonly string[]): string => [BROKERS, ...[...names].sort()].join(" ");

/** Whichever brokers those are. */
export const isOfBrokers = (madeFrom: string): boolean => madeFrom.split(" ")[0] === BROKERS;

const BROKERS = "backend";
