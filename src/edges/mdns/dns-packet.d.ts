/** What we use of dns-packet, which comes without types. */
declare module "dns-packet" {
  export interface Question {
    readonly name: string;
    readonly type: string;
    /** Such as IN; a class that dns-packet does not know is UNKNOWN_ and its number. */
    readonly class: string;
  }
  export interface Answer {
    readonly name: string;
    readonly type: string;
    /** Absent in OPT records, and IN where it is absent in one that is encoded. */
    readonly class?: string;
    /** In seconds. */
    readonly ttl?: number;
    /** Whether the record replaces all others of its name and type (RFC 6762 §10.2). */
    readonly flush?: boolean;
    readonly data: unknown;
  }
  export interface Packet {
    readonly id: number;
    readonly type: "query" | "response";
    readonly questions: readonly Question[];
    readonly answers: readonly Answer[];
    readonly authorities: readonly Answer[];
    readonly additionals: readonly Answer[];
  }
  export function encode(packet: Partial<Packet> & { readonly flags?: number }): Buffer;
  /** Throws where the bytes are no packet. */
  export function decode(bytes: Uint8Array): Packet & { readonly opcode: string; readonly rcode: string };
  export const answer: { encode(answer: Answer): Buffer };
  export const AUTHORITATIVE_ANSWER: number;
}
