/** What the tests use of dns-packet, which comes without types. */
declare module "dns-packet" {
  export interface Question {
    readonly name: string;
    readonly type: string;
    readonly class: "IN";
    /** Whether a unicast response is asked for (RFC 6762 §5.4). */
    readonly qu: boolean;
  }
  export interface Answer {
    readonly name: string;
    readonly type: string;
    readonly ttl?: number;
    readonly data: unknown;
  }
  export interface Packet {
    readonly type: "query" | "response";
    readonly answers: readonly Answer[];
    readonly authorities: readonly Answer[];
    readonly additionals: readonly Answer[];
  }
  export function encode(packet: { readonly type: "query"; readonly questions: readonly Question[] }): Buffer;
  export function decode(bytes: Uint8Array): Packet;
}
