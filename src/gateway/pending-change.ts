import type { Change } from "../home/changes/change.ts";
import type { Replacement } from "../home/changes/replacement.ts";
import type { TrailEntry } from "../home/trail-entry.ts";

/** A change that is applied to the home and not durable yet. */
export interface PendingChange {
  readonly change: Change;
  /** What the change does, in a line for a person. */
  readonly description: string;
  readonly replacements: readonly Replacement[];
  readonly undo: () => void;
  /** Called once the change is stored or refused; only commands have somebody who waits for that. */
  readonly settle: ((isStored: boolean) => void) | undefined;
  /** What the audit trail tells of a command once it is stored. */
  readonly entries?: readonly TrailEntry[] | undefined;
}

export const isCommand = ({ settle }: PendingChange): boolean => settle !== undefined;

/** The link quality of a device changes with every message of the device, and is no reason to write to the disk. */
export const isDeferrable = (pending: PendingChange): boolean =>
  pending.change.kind === "deviceLinkQualityReported" && !isCommand(pending);

/** Pending changes in the order in which they were applied; counts commands, as every report asks for them. */
export class PendingChanges {
  readonly #changes: PendingChange[] = [];
  #commands = 0;

  get all(): readonly PendingChange[] {
    return this.#changes;
  }

  get isEmpty(): boolean {
    return this.#changes.length === 0;
  }

  get hasCommand(): boolean {
    return this.#commands > 0;
  }

  add(pending: PendingChange): void {
    this.#changes.push(pending);
    if (isCommand(pending)) this.#commands += 1;
  }

  /** A line for each command, and one for all reports. */
  descriptions(writeCount: number): readonly string[] {
    const commands = this.#changes.filter(isCommand).map(({ description }) => description);
    const hasReport = this.#changes.some(
      (each) => !isCommand(each) && !isDeferrable(each) && each.replacements.length > 0,
    );
    return hasReport || commands.length === 0 ? [...commands, `reports of devices (${writeCount})`] : commands;
  }
}
