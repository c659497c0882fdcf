import { fromJson, StorageDriver, type SupportedStorageTypes, toJson } from "@matter/main";
import type { Clock } from "../../../shared/clock.ts";
import type { MatterDatabase, StoredEntry } from "./matter-database.ts";

/** What lamps of the home show is not stored twice: the home has it, and tells it at each start. */
const OF_THE_HOME = new Set([
  ...["onOff.onOff", "levelControl.currentLevel"],
  ...["colorMode", "enhancedColorMode", "currentHue", "currentSaturation", "currentX", "currentY"].map(ofColour),
  ofColour("colorTemperatureMireds"),
  ...["nodeLabel", "reachable", "serialNumber", "vendorName", "productName", "softwareVersionString"].map(ofBridged),
]);

function ofColour(name: string): string {
  return `colorControl.${name}`;
}

function ofBridged(name: string): string {
  return `bridgedDeviceBasicInformation.${name}`;
}

/** The behaviours of lamps: their place below the bridge. */
const OF_LAMPS = /^root\.parts\.[^.]+\.parts\.[^.]+\./;

/** What lamps store besides, such as the scenes of an ecosystem, is written together. */
const TOGETHER_MILLIS = 500;

/** What could not be written, as to a full disk, is tried again after this time. */
const RETRY_MILLIS = 5_000;

interface MatterStorageOptions {
  readonly database: MatterDatabase;
  readonly clock: Clock;
  readonly onFault: (fault: unknown) => void;
}

/**
 * The storage of matter.js in our database. Values are read from memory; a value that pairings depend on survives a loss of
 * power once it is set.
 */
export class MatterStorage extends StorageDriver {
  static readonly id = "luxgate";
  readonly #database: MatterDatabase;
  readonly #contexts = new Map<string, Map<string, string>>();
  readonly #clock: Clock;
  readonly #onFault: (fault: unknown) => void;
  /** Written with the next write, or soon; by place, so that a disk that stays full does not fill the memory. */
  readonly #waiting = new Map<string, StoredEntry>();
  #cancelTimer: (() => void) | undefined;
  #transactions = 0;

  constructor({ database, clock, onFault }: MatterStorageOptions) {
    super();
    this.#database = database;
    this.#clock = clock;
    this.#onFault = onFault;
    for (const { context, key, value } of database.entries()) this.#contextOf(context).set(key, value);
  }

  override get initialized(): boolean {
    return true;
  }

  override initialize(): void {
    // It is ready once it is constructed.
  }

  override close(): void {
    try {
      this.#flush();
    } finally {
      this.#cancelTimer?.();
    }
  }

  override get(contexts: string[], key: string): SupportedStorageTypes | undefined {
    const value = this.#contexts.get(contexts.join("."))?.get(key);
    return value === undefined ? undefined : fromJson(value);
  }

  override set(contexts: string[], values: Record<string, SupportedStorageTypes>): void;
  override set(contexts: string[], key: string, value: SupportedStorageTypes): void;
  override set(
    contexts: string[],
    keyOrValues: string | Record<string, SupportedStorageTypes>,
    value?: SupportedStorageTypes,
  ): void {
    const context = contexts.join(".");
    const values = typeof keyOrValues === "string" ? { [keyOrValues]: value } : keyOrValues;
    for (const [key, one] of Object.entries(values))
      this.#put(context, key, one === undefined ? undefined : toJson(one));
    this.#written(context);
  }

  override delete(contexts: string[], key: string): void {
    const context = contexts.join(".");
    this.#put(context, key, undefined);
    this.#written(context);
  }

  override keys(contexts: string[]): string[] {
    return [...(this.#contexts.get(contexts.join("."))?.keys() ?? [])];
  }

  override values(contexts: string[]): Record<string, SupportedStorageTypes> {
    const entries = this.#contexts.get(contexts.join(".")) ?? [];
    return Object.fromEntries([...entries].map(([key, value]) => [key, fromJson(value)]));
  }

  override contexts(contexts: string[]): string[] {
    const prefix = contexts.length === 0 ? "" : `${contexts.join(".")}.`;
    const inside = [...this.#contexts]
      .filter(([name, values]) => values.size > 0 && name.startsWith(prefix))
      .map(([name]) => name.slice(prefix.length).split(".")[0] ?? "");
    return [...new Set(inside)].filter((name) => name !== "");
  }

  override clearAll(contexts: string[]): void {
    const name = contexts.join(".");
    for (const [context, values] of this.#contexts) {
      if (context !== name && !context.startsWith(`${name}.`)) continue;
      for (const key of [...values.keys()]) this.#put(context, key, undefined);
    }
    this.#flush();
  }

  /** What one transaction of matter.js writes is one of ours. */
  override begin(): StorageDriver.Transaction {
    this.#transactions += 1;
    return new Together(this, () => {
      this.#transactions -= 1;
      if (this.#transactions === 0) this.#written("");
    });
  }

  #put(context: string, key: string, value: string | undefined): void {
    const values = this.#contextOf(context);
    if (value === undefined ? !values.has(key) : values.get(key) === value) return;
    if (value === undefined) values.delete(key);
    else values.set(key, value);
    const isOfHome = OF_LAMPS.test(context) && OF_THE_HOME.has(`${context.split(".").at(-1)}.${key}`);
    if (!isOfHome) this.#waiting.set(`${context} ${key}`, { context, key, value });
  }

  #contextOf(name: string): Map<string, string> {
    const known = this.#contexts.get(name);
    if (known) return known;
    const made = new Map<string, string>();
    this.#contexts.set(name, made);
    return made;
  }

  #written(context: string): void {
    if (this.#waiting.size === 0 || this.#transactions > 0) return;
    if (
      !OF_LAMPS.test(`${context}.`) &&
      [...this.#waiting.values()].some((entry) => !OF_LAMPS.test(`${entry.context}.`))
    ) {
      this.#flush();
      return;
    }
    this.#flushAfter(TOGETHER_MILLIS);
  }

  #flushAfter(millis: number): void {
    this.#cancelTimer ??= this.#clock.after(millis, () => {
      this.#cancelTimer = undefined;
      try {
        this.#flush();
      } catch (fault) {
        this.#onFault(fault);
      }
    });
  }

  /** What cannot be written stays, and is tried again. */
  #flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    try {
      this.#database.write([...this.#waiting.values()]);
    } catch (fault) {
      this.#flushAfter(RETRY_MILLIS);
      throw fault;
    }
    this.#waiting.clear();
  }
}

/** A transaction whose values are set at once, and written together when it ends. */
class Together extends StorageDriver.Transaction {
  #onEnd: (() => void) | undefined;

  constructor(storage: StorageDriver, onEnd: () => void) {
    super(storage);
    this.#onEnd = onEnd;
  }

  override commit(): void {
    void super.commit();
    this.#end();
  }

  protected override rollback(): void {
    this.#end();
  }

  #end(): void {
    const onEnd = this.#onEnd;
    this.#onEnd = undefined;
    onEnd?.();
  }
}
