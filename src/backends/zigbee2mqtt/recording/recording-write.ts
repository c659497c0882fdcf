import { randomUUID } from "node:crypto";
import { closeSync, lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { openForWriting } from "../../../shared/output-file.ts";
import type { Listener, Message } from "../bridge/link/transport.ts";
import { Anonymiser } from "./anonymise.ts";
import type { Replaced } from "./anonymise-pseudonyms.ts";
import { brokerLine, headerLine, saidLine } from "./recording-format.ts";

export interface RecorderOptions {
  readonly file: string;
  /** Whether a file that is there is replaced; it stays until the recording is whole. */
  readonly mayOverwrite: boolean;
  /** Luxgate's. */
  readonly version: string;
  readonly startedAt: Date;
  /** Milliseconds since the start. */
  readonly nowMillis: () => number;
  /** Made for this recording, and kept nowhere. */
  readonly secret: Uint8Array;
  /** The file cannot be written; nothing more is. */
  readonly onFault: (fault: unknown) => void;
}

/** What is in a recording. */
export interface Tally {
  readonly messages: number;
  readonly bytes: number;
  readonly devices: number;
  readonly groups: number;
  readonly leftOut: number;
  readonly replaced: Replaced;
}

/** Writes what a bridge says to a file, line by line: whatever ends us, the lines that are there are whole. */
export class Recorder implements Listener {
  readonly #options: RecorderOptions;
  readonly #anonymiser: Anonymiser;
  #handle: number | undefined;
  /** Where it is written until it replaces the file that is there. */
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
    const said = this.#anonymiser.anonymous(message);
    if (!said) this.#counts.leftOut += 1;
    else {
      this.#counts.messages += 1;
      if ("json" in said.content) this.#countThings(message.topic, said.content.json);
      this.#write(saidLine(this.#millis(), said));
    }
  };

  /** Throws where the file cannot be replaced. */
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

  #countThings(topic: string, things: unknown): void {
    if (!Array.isArray(things)) return;
    if (topic === "bridge/devices") this.#counts.devices = things.length;
    if (topic === "bridge/groups") this.#counts.groups = things.length;
  }

  /** A connection that is there from the beginning is nothing to tell, nor is one that cannot be had yet again. */
  #writeBroker(broker: "lost" | "back"): void {
    const isPerceptibleChange = this.#isLost === (broker === "back");
    this.#isLost = broker === "lost";
    if (isPerceptibleChange && this.#handle !== undefined) this.#write(brokerLine(this.#millis(), broker));
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
