import { cutToBytes } from "./instance-name.ts";

/** Of the 255 that an entry of a TXT record may have. */
const TXT_VALUE_BYTES = 200;

/** A service as mDNS announces it. */
export interface MdnsService {
  /** As `instanceName` gives it. */
  readonly name: string;
  /** Without underscores and protocol. */
  readonly type: string;
  readonly port: number;
  /** The name of this machine in the domain `local`, to which the service points. */
  readonly hostname: string;
  readonly txt: Readonly<Record<string, string>>;
}

/** What is announced of a gateway. */
export interface Announcement {
  /** As `parseServiceType` gives it. */
  readonly type: string;
  /** Where HTTP listens. */
  readonly port: number;
  /** The gateway's unique id for clients, the same as in discovery. */
  readonly mac: string;
  /** Tells gateways on one machine apart, which may share its MAC address. */
  readonly resetId: string;
  readonly model: string;
  readonly version: string;
}

/** The MAC address is part of the host name, so that it hardly ever conflicts. */
export function serviceFor({ type, port, mac, resetId, model, version }: Announcement, name: string): MdnsService {
  const hostname = `luxgate-${mac.replaceAll(":", "").toLowerCase()}`;
  const cut = (text: string) => cutToBytes(text, TXT_VALUE_BYTES);
  const txt = { id: mac, reset_id: resetId, model: cut(model), version: cut(version) };
  return { name, type, port, hostname, txt };
}
