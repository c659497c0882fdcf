import type { Body } from "../../core/present/pages/body.ts";
import type { Refusal } from "./refusal.ts";

/** A request whose host and sizes were found right. Not Node's request: this knows no socket. */
export interface GatewayRequest {
  readonly method: string;
  /** Path and query, still escaped. */
  readonly target: string;
  /** The host, and port if any, under which the client reaches us. */
  readonly authority: string;
  /** How the client reaches us; plain HTTP by default. */
  readonly scheme?: "http" | "https" | undefined;
  /** The header `application-key`. */
  readonly key: string | undefined;
  /** What cookies of our own page give as the secret of an operator's session. */
  readonly sessionSecrets: readonly string[];
  /** The last event that a client got before it lost its stream. */
  readonly lastEventId: string | undefined;
  /** Headers as the client wrote them. */
  readonly ifNoneMatch: string | undefined;
  readonly accept: string | undefined;
  readonly acceptEncoding: string | undefined;
  readonly userAgent: string | undefined;
  readonly clientAddress: string;
  /** Our own address on the client's side. */
  readonly ownAddress: string;
  readonly body: Uint8Array;
}

/** What a request is answered with; a listener makes bytes of it. */
export interface GatewayResponse {
  readonly status: number;
  readonly mediaType: string;
  readonly body: Body;
  /** Of the body, even where HEAD leaves the body out; `unknown` where the body would have to be made to be measured. */
  readonly length?: number | "unknown";
  readonly allow?: string | undefined;
  /** Names these very bytes, quotes included. */
  readonly tag?: string;
  readonly encoding?: "gzip";
  /** Whether its bytes are in memory anyway: then they cost nothing while they are in flight. */
  readonly isResident?: boolean;
  readonly retryAfterSeconds?: number | undefined;
  /** Whether other clients may get it in another encoding. */
  readonly isCompressible?: boolean;
  /** Headers that only this response has, or has otherwise. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Why the request is not granted. */
  readonly refusal?: Refusal;
}

/** The addresses of a connection, as a socket has them. */
interface Addresses {
  readonly remoteAddress?: string | undefined;
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
}

/** Node writes an IPv4 address as a part of IPv6 where a socket listens on both. */
export const plainAddress = (address = ""): string => address.replace(/^::ffff:(?=\d+\.)/, "");

/** Our own address on a connection, as a client would name it. */
export const authorityOf = ({ localAddress = "", localPort }: Addresses): string =>
  localAddress.includes(":") ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`;

/** Under what a client reaches us. */
export const originOf = ({ scheme = "http", authority }: Pick<GatewayRequest, "scheme" | "authority">): string =>
  `${scheme}://${authority}`;

/** A request that came on a connection. */
export const requestOn = (
  connection: Addresses,
  request: Omit<GatewayRequest, "clientAddress" | "ownAddress"> & Partial<Pick<GatewayRequest, "clientAddress">>,
): GatewayRequest => ({
  clientAddress: plainAddress(connection.remoteAddress),
  ownAddress: plainAddress(connection.localAddress),
  ...request,
});

/** Answers a read as the home is at the moment, now or a little later. */
export type Read = () => GatewayResponse | Promise<GatewayResponse>;

/** As much of a response as is known: a stream has no body. */
export type Answered = Pick<GatewayResponse, "status" | "refusal"> & Partial<GatewayResponse>;

export const NO_BODY = new Uint8Array();
