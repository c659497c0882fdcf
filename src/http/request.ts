import type { Body } from "../present/pages/body.ts";

/** A request whose host and sizes were found right. */
export interface Question {
  readonly method: string;
  /** Path and query, still escaped. */
  readonly target: string;
  /** The host, and port if any, under which the client reaches us. */
  readonly authority: string;
  /** What stands in the header `application-key`, if anything does. */
  readonly key: string | undefined;
  /** The last event that a client had before it lost its stream. */
  readonly lastEventId: string | undefined;
  /** The tags of answers that the client has already, and how it lets answers be packed, as it wrote them. */
  readonly ifNoneMatch: string | undefined;
  readonly acceptEncoding: string | undefined;
  /** Where the client is, and our own address on its side. */
  readonly clientAddress: string;
  readonly ownAddress: string;
  readonly body: Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: Body;
  /** Of the body, be it here or, for HEAD, not; `unknown` where it would have to be made to be measured. */
  readonly length?: number | "unknown";
  readonly allow?: string | undefined;
  /** Names these very bytes, quotes included. */
  readonly tag?: string;
  readonly encoding?: "gzip";
  /** Whether its bytes are in memory whoever reads them: then they cost nothing while they are on their way. */
  readonly isResident?: boolean;
  readonly retryAfterSeconds?: number | undefined;
  /** Whether another client may get it packed otherwise. */
  readonly isPackable?: boolean;
}
