import { randomUUID } from "node:crypto";
import { closeSync, lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { openForWriting } from "../../../../shared/output-file.ts";
import type { Listener, Message } from "../bridge/link/transport.ts";
import { Anonymiser } from "./anonymise.ts";
import type { Replaced } from "./anonymise-pseudonyms.ts";
import { brokerLine, headerLine, messageLine } from "./recording-format.ts";

export interface RecorderOptions {
  readonly file: string;
  /** Whether an existing file is replaced, which happens only once the recording is complete. */
  readonly mayOverwrite: boolean;
  /** The version of Luxgate. */
  readonly version: string;
  readonly startedAt: Date;
  /** Milliseconds since the start. */
  readonly nowMillis: () => number;
  /** Random, for this recording only, and stored nowhere. */
  readonly secret: Uint8Array;
  /** The file cannot be written; the recording has ended. */
  readonly onFault: (fault: unknown) => void;
}

/** The contents of a recording, counted. */
export interface Tally {
  readonly messages: number;
  readonly bytes: number;
  readonly devices: number;
  readonly groups: number;
  readonly leftOut: number;
  readonly replaced: Replaced;
}

/** Writes the messages of a bridge to a file, line by line: after a crash, all lines but the last are complete. */
export class Recorder implements Listener {
  readonly #options: RecorderOptions;
  readonly #anonymiser: Anonymiser;
  #handle: number | undefined;
  /** The file that is written until it replaces the existing one. */
  #draft: string | undefined;
  #isOver = false;
  #isLost = false;
  #counts = { messages: 0, bytes: 0, devices: 0, groups: 0, leftOut: 0 };

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#anonymiser = new Anonymiser(options.secret);
  }

  get tally(): Tally {
    return { ...this.#counts, replaced: this.#anonymiser.replaced };
  }

  readonly onOpened = (): void => this.#writeBroker("back");

  readonly onClosed = (): void => this.#writeBroker("lost");

  readonly onMessage = (message: Message): undefined => {
    if (this.#isOver) return;
    const recorded = this.#anonymiser.anonymise(message);
    if (!recorded) this.#counts.leftOut += 1;
    else {
      this.#counts.messages += 1;
      if ("json" in recorded.content) this.#countEntries(message.topic, recorded.content.json);
      this.#write(messageLine(this.#millis(), recorded));
    }
  };

  /** Throws where the existing file cannot be replaced. */
  end(): void {
    this.#close();
    if (this.#draft !== undefined) renameSync(this.#draft, this.#options.file);
    this.#draft = undefined;
  }

  #close(): void {
    this.#isOver = true;
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  #countEntries(topic: string, entries: unknown): void {
    if (!Array.isArray(entries)) return;
    if (topic === "bridge/devices") this.#counts.devices = entries.length;
    if (topic === "bridge/groups") this.#counts.groups = entries.length;
  }

  /** Only changes are recorded: neither the first connection nor another failed try to connect is one. */
  #writeBroker(broker: "lost" | "back"): void {
    const isChange = this.#isLost === (broker === "back");
    this.#isLost = broker === "lost";
    if (isChange && this.#handle !== undefined) this.#write(brokerLine(this.#millis(), broker));
  }

  #millis(): number {
    return Math.round(this.#options.nowMillis());
  }

  #write(line: string): void {
    try {
      this.#handle ??= this.#begin();
      this.#put(this.#handle, line);
    } catch (fault) {
      this.#close();
      if (this.#draft !== undefined) rmSync(this.#draft, { force: true });
      this.#draft = undefined;
      this.#options.onFault(fault);
    }
  }

  #begin(): number {
    const { file, mayOverwrite, version, startedAt } = this.#options;
    const isReplaced = mayOverwrite && lstatSync(file, { throwIfNoEntry: false })?.isFile();
    if (isReplaced) this.#draft = `${file}.${randomUUID().slice(0, 8)}.new`;
    const handle = openForWriting(this.#draft ?? file, { mayOverwrite: mayOverwrite && !isReplaced, mode: 0o600 });
    this.#put(handle, headerLine({ version, recorded: startedAt.toISOString() }));
    return handle;
  }

  #put(handle: number, line: string): void {
    const bytes = Buffer.from(line);
    writeFileSync(handle, bytes);
    this.#counts.bytes += bytes.length;
  }
}
