import { isDeepStrictEqual } from "node:util";
import { type Answer, dataOf, idKey, isObject, isPlainRefusal, outcomeOf } from "../answer.ts";
import { Listing } from "../listing.ts";
import { shown } from "../report/shown.ts";
import { checkResource, type Resource } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import { type Look, NotCheckable, type Session } from "../session.ts";
import { isSuccess, LISTS, readList, readListing } from "./lists.ts";
import { compareFields } from "./same-fields.ts";

type Commandable = "light" | "sync";

interface CommandTrial<Of extends Commandable> {
  readonly of: Resource<Of>;
  readonly command: Readonly<Record<string, unknown>>;
}

interface ShownTrial<Of extends Commandable> extends CommandTrial<Of> {
  /** The path that the command is sent to; the resource's own by default. */
  readonly target?: string;
  readonly shows: Readonly<Partial<Resource<Of>>>;
  /** How far off a number may be: a lamp shows what it can of a colour. */
  readonly within?: Readonly<Record<string, number>>;
}

/** Sends commands to a gateway, with a key, and checks the answer and what the next read shows, until the signal aborts. */
export class CommandTrials {
  readonly #session: Session;
  readonly #key: string;
  readonly #ended: AbortSignal | undefined;

  constructor(session: Session, key: string, ended?: AbortSignal) {
    this.#session = session;
    this.#key = key;
    this.#ended = ended;
  }

  async put(target: string, command: unknown, key: string | null = this.#key): Promise<Answer> {
    this.#goOn();
    const body = typeof command === "string" ? command : JSON.stringify(command);
    return this.#session.ask(target, { method: "PUT", body, key });
  }

  async read<Of extends Commandable>({ id, type }: Resource<Of>): Promise<Resource<Of> | undefined> {
    this.#goOn();
    const answer = await this.#session.ask(targetOf({ id, type }), { key: this.#key });
    const where = `${answer.request} → /data/obj`;
    return checkResource(this.#session, type, { value: dataOf(answer).obj, where }) as Resource<Of> | undefined;
  }

  /** Checks that a command succeeds and that the next read shows it; gives the resource of that read, if it is sound. */
  async expectShown<Of extends Commandable>(rule: RuleId, trial: ShownTrial<Of>): Promise<Resource<Of> | undefined> {
    const { of, command, shows, target = targetOf(of), within = {} } = trial;
    const answer = await this.put(target, command);
    const now = await this.read<Of>(of);
    if (now === undefined) return undefined;
    this.#session.expect(rule, isSuccess(answer) && isNear(now, shows, within), {
      where: `${answer.request} ${JSON.stringify(command)}`,
      expected: shown(shows),
      found: isSuccess(answer) ? shown(part(now, shows)) : outcomeOf(answer),
    });
    return now;
  }

  /** Checks that the list shows a resource as the last read of it did. */
  async expectListed<Of extends Commandable>(found: Resource<Of>): Promise<void> {
    const session = this.#session;
    await session.expectSteadily("command.listed", async (): Promise<Look> => {
      const readAgain = async () => (await readListing(session, found.type)).resource(found.id);
      const [before, listed] = [await this.read<Of>(found), await readAgain()];
      if (!before || !listed) return "unclear";
      return compareFields({ listed, found: before, where: `GET ${targetOf(found)}`, readAgain });
    });
  }

  /** Checks that `ext_light`, where it is an array of lights, shows a light as the last read of it did. */
  async expectExtended(light: Resource<"light">): Promise<void> {
    const session = this.#session;
    await session.expectSteadily("command.listed", async (): Promise<Look> => {
      const listed = await this.read<"light">(light);
      const devices = await readList(session, "device", { query: "ext_light=1", mayBeRefused: true });
      if (!listed || !(devices instanceof Listing)) return "unclear";
      const given = devices.sound.flatMap((device) => lightsIn(device.ext_light));
      const found = given.find(({ id, type }) => type === "light" && idKey(String(id)) === idKey(light.id));
      if (!found) return "unclear";
      const where = `GET ${LISTS.device.path}?ext_light=1`;
      return compareFields({ listed, found, where, readAgain: () => this.read<"light">(light) });
    });
  }

  /** Checks that an impossible command is refused as usual clients expect it, and changes nothing. */
  async expectRefused<Of extends Commandable>(rule: RuleId, { of, command }: CommandTrial<Of>): Promise<void> {
    const before = await this.read<Of>(of);
    const answer = await this.put(targetOf(of), command);
    const isTheSame = isDeepStrictEqual(before, await this.read<Of>(of));
    this.#session.expect(rule, isPlainRefusal(answer) && isTheSame, {
      where: `${answer.request} ${JSON.stringify(command)}`,
      expected: "HTTP 200, a code other than 0, and no change",
      found: `${outcomeOf(answer)}, ${isTheSame ? "no change" : "a change"}`,
    });
  }

  #goOn(): void {
    if (this.#ended?.aborted) throw new NotCheckable("The check was interrupted.");
  }
}

export const targetOf = ({ id, type }: { readonly id: string; readonly type: Commandable }): string =>
  `${LISTS[type].path}/${id}`;

const lightsIn = (extension: unknown): readonly Resource<"light">[] =>
  Array.isArray(extension) ? (extension.filter(isObject) as unknown as readonly Resource<"light">[]) : [];

const part = (whole: object, names: object): object =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => Object.hasOwn(names, name)));

const isNear = (whole: object, expected: object, within: Readonly<Record<string, number>>): boolean =>
  Object.entries(expected).every(([name, value]) => {
    const distance = Math.abs(Number(Reflect.get(whole, name)) - Number(value));
    return distance <= (within[name] ?? 0);
  });
