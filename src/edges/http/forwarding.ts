import { BlockList, isIP, isIPv6 } from "node:net";
import { plainAddress } from "./request.ts";

/** The connection on which a request came, as far as it tells who asks. */
interface Connection {
  readonly remoteAddress?: string | undefined;
  /** True for TLS. */
  readonly encrypted?: boolean | undefined;
}

/** Who asks, and over what. */
export interface Client {
  readonly clientAddress: string;
  readonly scheme: "http" | "https";
}

const SUBNET = /^(?<address>[^/]+)(?:\/(?<prefix>\d{1,3}))?$/;

/** Why a text is no address and no network of a proxy; undefined for one that is. */
export function proxyProblem(text: string): string | undefined {
  const { address = "", prefix } = SUBNET.exec(text)?.groups ?? {};
  const most = isIPv6(address) ? 128 : 32;
  return isIP(address) && Number(prefix ?? 0) <= most
    ? undefined
    : "Expected the address of a proxy, or a network, such as 127.0.0.1 or 10.0.0.0/24.";
}

/** On whose behalf proxies ask that are trusted (G85). What others forward is not looked at. */
export class Forwarding {
  readonly #proxies = new BlockList();
  readonly #hasProxies: boolean;

  /** Addresses and networks of proxies. */
  constructor(proxies: readonly string[]) {
    this.#hasProxies = proxies.length > 0;
    for (const proxy of proxies) {
      const { address = "", prefix } = SUBNET.exec(proxy)?.groups ?? {};
      if (prefix === undefined) this.#proxies.addAddress(address, familyOf(address));
      else this.#proxies.addSubnet(address, Number(prefix), familyOf(address));
    }
  }

  isProxy(address: string | undefined): boolean {
    const plain = plainAddress(address);
    return this.#hasProxies && isIP(plain) !== 0 && this.#proxies.check(plain, familyOf(plain));
  }

  /** Names and values of headers alternate. */
  clientOf({ remoteAddress, encrypted = false }: Connection, rawHeaders: readonly string[]): Client {
    const clientAddress = plainAddress(remoteAddress);
    const scheme = encrypted ? "https" : "http";
    if (!this.isProxy(clientAddress)) return { clientAddress, scheme };
    return {
      clientAddress: this.#forwardedFor(clientAddress, listIn("x-forwarded-for", rawHeaders)),
      scheme: listIn("x-forwarded-proto", rawHeaders).at(-1)?.toLowerCase() === "https" ? "https" : scheme,
    };
  }

  /**
   * The last address before our own proxies: each adds whom it was asked by at the end, and what stands before that was
   * sent by the client, who may lie.
   */
  #forwardedFor(proxy: string, forwarded: readonly string[]): string {
    let client = proxy;
    for (const entry of forwarded.toReversed()) {
      if (!this.isProxy(client)) break;
      const address = addressIn(entry);
      if (address === undefined) break;
      client = address;
    }
    return client;
  }
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv6(address) ? "ipv6" : "ipv4");

/** Some proxies add the port. */
function addressIn(entry: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  const address = plainAddress(bracketed ?? plain ?? entry);
  return isIP(address) ? address : undefined;
}

/** The values of a header that may be repeated, each of which may be a list. */
const listIn = (name: string, rawHeaders: readonly string[]): readonly string[] =>
  rawHeaders
    .filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
    .flatMap((value) => value.split(","))
    .map((value) => value.trim())
    .filter((value) => value !== "");
