import type { WireSync, WireSyncWish } from "../../../libraries/client/types.ts";
import type { Clock } from "../../../shared/clock.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import type { Access } from "../access/access.ts";
import type { Pairing } from "../access/pairing.ts";
import type { Messages } from "../messages.ts";
import type { HomeModel } from "./home-model.ts";
import { desiredFields, isDimming, type LightCommand, mergedCommands, mergedGroupCommands } from "./light-commands.ts";
import { Obedience } from "./obedience.ts";
import { Sender } from "./sender.ts";

/** What the person did is shown so long after the last answer, as the event that tells it may come a little later. */
const HOLD_MILLIS = 500;

interface CommanderOptions {
  readonly model: HomeModel;
  readonly access: Pick<Access, "change" | "mayChange">;
  readonly pairing: Pick<Pairing, "begin">;
  readonly messages: Pick<Messages, "say">;
  readonly clock?: Clock;
}

/** Gives commands for the person: shown at once, sent at a pace that lamps can follow. */
export class Commander {
  readonly #options: CommanderOptions;
  readonly #clock: Clock;
  readonly #obedience: Obedience;
  readonly #lights: Sender<LightCommand>;
  readonly #groups: Sender<LightCommand>;
  readonly #syncBoxes: Sender<WireSyncWish>;

  constructor(options: CommanderOptions) {
    this.#options = options;
    const { model, access, messages, clock = SYSTEM_CLOCK } = options;
    this.#clock = clock;
    this.#obedience = new Obedience(model, clock, (sentence, lines) => messages.say(sentence, "problem", lines));
    this.#lights = this.#sender(model.lights, mergedCommands, (id, command) =>
      this.#expected([id], command, () => access.change((client) => client.setLight(id, command))),
    );
    this.#groups = this.#sender(model.groupLights, mergedGroupCommands, (id, command) =>
      this.#expected(isDimming(command) ? model.dimmableInGroup(id) : model.lampsInGroup(id), command, () =>
        access.change((client) => client.setGroupLight(id, command)),
      ),
    );
    this.#syncBoxes = this.#sender(
      model.syncBoxes,
      (earlier: WireSyncWish, later: WireSyncWish) => ({ ...earlier, ...later }),
      (id, command) => access.change((client) => client.setSyncBox(id, command)),
    );
  }

  setLight(id: string, command: LightCommand): void {
    if (!this.#isAllowed(() => this.setLight(id, command))) return;
    this.#options.model.lights.get(id)?.hold(desiredFields(command));
    this.#lights.give(id, command);
  }

  /** All lamps of a room. */
  setGroup(id: string, command: LightCommand): void {
    if (!this.#isAllowed(() => this.setGroup(id, command))) return;
    const { on, brightness } = desiredFields(command);
    const fields = { ...(on === undefined ? {} : { on }), ...(brightness === undefined ? {} : { brightness }) };
    this.#options.model.groupLights.get(id)?.hold(fields);
    this.#groups.give(id, command);
  }

  setSyncBox(id: string, command: WireSyncWish): void {
    if (!this.#isAllowed(() => this.setSyncBox(id, command))) return;
    const { on, ...fields } = command;
    // Colours of configurations may lack positions in a command; the page sends none.
    const desired = { ...fields, ...(on === undefined ? {} : { on: on ? 1 : 0 }) } as Partial<WireSync>;
    this.#options.model.syncBoxes.get(id)?.hold(desired);
    this.#syncBoxes.give(id, command);
  }

  activateScene(id: string): void {
    if (!this.#isAllowed(() => this.activateScene(id))) return;
    const { model, access } = this.#options;
    const groupId = model.scenes.get(id)?.reported.peek().parent_id;
    // What its lamps show from now on is the scene's.
    if (groupId !== undefined) this.#obedience.forget(model.lampsInGroup(groupId));
    void access.change((client) => client.setScene(id, { is_active: 1 }));
  }

  /** Sends a command whose lamps are to obey. Whether it was taken. */
  async #expected(lightIds: readonly string[], command: LightCommand, send: () => Promise<boolean>): Promise<boolean> {
    this.#obedience.expect(lightIds, desiredFields(command));
    const isDone = await send();
    if (!isDone) this.#obedience.forget(lightIds);
    return isDone;
  }

  /** A visitor is asked to pair the browser; the command follows once that is done. */
  #isAllowed(command: () => void): boolean {
    const { access, pairing } = this.#options;
    if (access.mayChange.peek()) return true;
    void pairing.begin(command);
    return false;
  }

  #sender<Command>(
    table: { get(id: string): { release(): void } | undefined },
    merge: (earlier: Command, later: Command) => Command | undefined,
    change: (id: string, command: Command) => Promise<boolean>,
  ): Sender<Command> {
    const releases = new Map<string, () => void>();
    return new Sender<Command>({
      clock: this.#clock,
      merge,
      send: async (id, command) => {
        releases.get(id)?.();
        const isDone = await change(id, command);
        if (!isDone) table.get(id)?.release();
      },
      onIdle: (id) => {
        const cancel = this.#clock.after(HOLD_MILLIS, () => table.get(id)?.release());
        releases.set(id, cancel);
      },
    });
  }
}
