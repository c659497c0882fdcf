import type { Answer } from "dns-packet";
import type { MdnsService } from "./service.ts";

/** RFC 6762 §10: short where a record holds or is named by a host name, which may move. */
const HOST_TTL_SECONDS = 120;
const OTHER_TTL_SECONDS = 4_500;

/** RFC 6763 §9: who asks for this name learns which types of services there are. */
const ENUMERATION = "_services._dns-sd._udp.local";

/** A record of ours. */
export interface ServiceRecord extends Answer {
  readonly type: "PTR" | "SRV" | "TXT" | "A" | "NSEC";
  readonly ttl: number;
  /** Set for records that nobody else may have. */
  readonly flush: boolean;
}

/** All records of a service on one network. */
export interface ServiceRecords {
  /** From the type to the service. */
  readonly pointer: ServiceRecord;
  /** From all services to the type. */
  readonly enumeration: ServiceRecord;
  readonly location: ServiceRecord;
  readonly text: ServiceRecord;
  readonly addresses: readonly ServiceRecord[];
  /** Which types the service's name and the host's name have, and so which they lack: IPv6 addresses. */
  readonly serviceTypes: ServiceRecord;
  readonly hostTypes: ServiceRecord;
}

export function recordsOf(service: MdnsService, addresses: readonly string[]): ServiceRecords {
  const type = `_${service.type}._tcp.local`;
  const name = `${service.name}.${type}`;
  const host = `${service.hostname}.local`;
  const entries = Object.entries(service.txt).map(([key, value]) => Buffer.from(`${key}=${value}`));
  const shared = { type: "PTR", ttl: OTHER_TTL_SECONDS, flush: false } as const;
  const ofService = { name, ttl: OTHER_TTL_SECONDS, flush: true };
  const ofHost = { name: host, ttl: HOST_TTL_SECONDS, flush: true };
  return {
    pointer: { name: type, ...shared, data: name },
    enumeration: { name: ENUMERATION, ...shared, data: type },
    location: { ...ofService, ttl: HOST_TTL_SECONDS, type: "SRV", data: { port: service.port, target: host } },
    text: { ...ofService, type: "TXT", data: entries },
    addresses: addresses.map((address) => ({ ...ofHost, type: "A", data: address })),
    serviceTypes: { ...ofService, type: "NSEC", data: { nextDomain: name, rrtypes: ["TXT", "SRV"] } },
    hostTypes: { ...ofHost, type: "NSEC", data: { nextDomain: host, rrtypes: ["A"] } },
  };
}

/** Those that nobody else may have, and that are probed for. */
export const uniqueRecords = ({ location, text, addresses }: ServiceRecords): readonly ServiceRecord[] => [
  location,
  text,
  ...addresses,
];

/** What is announced. */
export const allRecords = (records: ServiceRecords): readonly ServiceRecord[] => [
  records.pointer,
  ...uniqueRecords(records),
  records.serviceTypes,
  records.hostTypes,
  records.enumeration,
];

/** What a goodbye takes back. Host and type stay: another gateway on this machine may have the same ones. */
export const leavingRecords = ({ pointer, location, text }: ServiceRecords): readonly ServiceRecord[] =>
  [pointer, location, text].map((record) => ({ ...record, ttl: 0 }));
