import { fileURLToPath } from "node:url";
import { LineProcess } from "./line-process.ts";
import { type DnsRecord, questionFor, type RecordType, recordsIn } from "./mdns-packets.ts";
import type { NetworkNamespace } from "./network-namespace.ts";

const SCRIPT = fileURLToPath(new URL("mdns-ear.mjs", import.meta.url));
const MDNS_PORT = 5353;
const TYPE = ["_luxgate", "_tcp", "local"];

/** A service as a client puts it together from what it hears. */
export interface FoundService {
  readonly name: string;
  readonly port: number;
  readonly host: string;
  readonly addresses: readonly string[];
  readonly txt: readonly string[];
}

/** A client that hears mDNS at one address of a namespace. */
export class MdnsClient {
  readonly #process: LineProcess;
  readonly #responses: (readonly DnsRecord[])[] = [];
  #taken = 0;
  #wake: () => void = () => undefined;

  private constructor(namespace: NetworkNamespace, address: string, port: number) {
    const { command, args } = namespace.command(process.execPath, SCRIPT, address, String(port));
    this.#process = new LineProcess(command, args, (line) => this.#hear(JSON.parse(line)));
  }

  /** One that takes part as the standard says, or, on port 0, one that only asks and is answered alone. */
  static async at(namespace: NetworkNamespace, address: string, port = MDNS_PORT): Promise<MdnsClient> {
    const client = new MdnsClient(namespace, address, port);
    await client.#process.line(/ready/);
    return client;
  }

  ask(name: readonly string[], type: RecordType, how: { readonly toMeAlone?: boolean } = {}): void {
    this.send(questionFor(name, type, how));
  }

  send(packet: Uint8Array): void {
    this.#process.write(Buffer.from(packet).toString("base64"));
  }

  /** A gateway of a name as it answers a question for all of them. */
  async find(name: string, how: { readonly toMeAlone?: boolean } = {}): Promise<FoundService | undefined> {
    this.ask(TYPE, "PTR", how);
    return serviceIn(await this.next(isCalled(name)));
  }

  /** Every record that was heard until now. */
  get heard(): readonly DnsRecord[] {
    return this.#responses.flat();
  }

  /** The records of the next response that fits; what came before it is passed over. */
  async next(fits: (records: readonly DnsRecord[]) => boolean): Promise<readonly DnsRecord[]> {
    for (;;) {
      const records = this.#responses[this.#taken];
      if (records === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      this.#taken += 1;
      if (fits(records)) return records;
    }
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  #hear(said: { readonly packet?: string }): void {
    if (said.packet === undefined) return;
    const records = recordsIn(Buffer.from(said.packet, "base64"));
    if (records.length > 0) this.#responses.push(records);
    this.#wake();
  }
}

/** Whether some records tell of a gateway of a name. */
export const isCalled =
  (name: string) =>
  (records: readonly DnsRecord[]): boolean =>
    serviceIn(records)?.name === name;

/** The gateway that some records tell of, if it is there and not leaving. */
export function serviceIn(records: readonly DnsRecord[], type: readonly string[] = TYPE): FoundService | undefined {
  const living = records.filter(({ ttlSeconds }) => ttlSeconds > 0);
  const dataOf = (kind: RecordType, name: readonly string[] = []) =>
    living.filter((one) => one.type === kind && one.name.join(".") === name.join(".")).map(({ data }) => data);
  const [instance] = dataOf("PTR", type);
  const [[port, host] = []] = dataOf("SRV", instance);
  if (!instance || host === undefined) return undefined;
  return {
    name: instance[0] ?? "",
    port: Number(port),
    host,
    addresses: dataOf("A", host.split(".")).flat(),
    txt: dataOf("TXT", instance).flat(),
  };
}
