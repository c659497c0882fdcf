import { Gateway, type GatewayOptions } from "../../../src/core/gateway/gateway.ts";
import type { Change } from "../../../src/core/home/changes/change.ts";
import type { ChangeNotification } from "../../../src/core/home/changes/change-notification.ts";
import { contentsOf } from "../../../src/core/home/home.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import type { Author } from "../../../src/core/home/trail-entry.ts";
import { ManualClock } from "../gateway/manual-clock.ts";
import { FOUNDED } from "../home/founded-home.ts";
import { CommandedStore } from "./commanded-store.ts";

type Outcome = Awaited<ReturnType<Gateway["ask"]>>;

/** A gateway over a store and a clock that the test commands, and all its notifications. */
export class StoredGateway {
  readonly clock = new ManualClock();
  readonly store: CommandedStore;
  readonly gateway: Gateway;
  readonly notifications: ChangeNotification[] = [];
  readonly problems: (string | undefined)[] = [];

  constructor(
    contents: HomeContents = FOUNDED,
    storeProblem?: string,
    { order, run, large }: Pick<GatewayOptions, "order" | "run" | "large"> = {},
  ) {
    this.store = new CommandedStore(contents);
    this.gateway = new Gateway({
      run,
      large,
      contents,
      store: this.store,
      clock: this.clock,
      order,
      storeProblem,
      onStoreProblem: (problem) => this.problems.push(problem),
    });
    this.gateway.watch((notification) => this.notifications.push(notification));
  }

  /** Gives a command, and keeps its outcome. */
  ask(change: Change, by?: Author): { readonly outcome: Outcome | undefined } {
    const command: { outcome: Outcome | undefined } = { outcome: undefined };
    void this.gateway.ask(change, by).then((outcome) => {
      command.outcome = outcome;
    });
    return command;
  }

  /** Lets time pass, and everything happen that happens then. */
  async pass(millis: number): Promise<void> {
    for (let left = millis; left > 0; left -= 100) {
      this.clock.advance(Math.min(100, left));
      await settled();
    }
  }

  get shown(): string {
    return JSON.stringify(contentsOf(this.gateway.home));
  }

  get stored(): string {
    return JSON.stringify(this.store.contents);
  }
}

/** Once every promise that can settle has. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
