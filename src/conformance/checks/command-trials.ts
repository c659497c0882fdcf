import { isDeepStrictEqual } from "node:util";
import { type Answer, dataOf, isPlainRefusal, outcomeOf } from "../answer.ts";
import { shown } from "../report/shown.ts";
import { checkResource, type Resource } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { isSuccess, LISTS } from "./lists.ts";

type Wishable = "light" | "sync";

interface Wish<Of extends Wishable> {
  readonly of: Resource<Of>;
  readonly wish: Readonly<Record<string, unknown>>;
}

interface ShownWish<Of extends Wishable> extends Wish<Of> {
  /** Under which it is put, unless it is the resource's own. */
  readonly target?: string;
  readonly shows: Readonly<Partial<Resource<Of>>>;
  /** How far off a number may be: a lamp shows what it can of a colour. */
  readonly within?: Readonly<Record<string, number>>;
}

/** Puts wishes to a gateway, with a key, and looks at what becomes of them. */
export class Wishing {
  readonly #session: Session;
  readonly #key: string;

  constructor(session: Session, key: string) {
    this.#session = session;
    this.#key = key;
  }

  put(target: string, wish: unknown, key: string | null = this.#key): Promise<Answer> {
    const body = typeof wish === "string" ? wish : JSON.stringify(wish);
    return this.#session.ask(target, { method: "PUT", body, key });
  }

  async read<Of extends Wishable>({ id, type }: Resource<Of>): Promise<Resource<Of> | undefined> {
    const answer = await this.#session.ask(targetOf({ id, type }), { key: this.#key });
    const where = `${answer.asked} → /data/obj`;
    return checkResource(this.#session, type, { value: dataOf(answer).obj, where }) as Resource<Of> | undefined;
  }

  /** Whether a wish is granted, and the next read shows it; gives what that read gave. */
  async expectShown<Of extends Wishable>(rule: RuleId, asked: ShownWish<Of>): Promise<Resource<Of> | undefined> {
    const { of, wish, shows, target = targetOf(of), within = {} } = asked;
    const answer = await this.put(target, wish);
    const now = await this.read<Of>(of);
    const holds = isSuccess(answer) && now !== undefined && isNear(now, shows, within);
    this.#session.expect(rule, holds, {
      where: `${answer.asked} ${JSON.stringify(wish)}`,
      expected: shown(shows),
      found: isSuccess(answer) ? shown(now && part(now, shows)) : outcomeOf(answer),
    });
    return now;
  }

  /** Whether what cannot be is refused as usual clients want it, and changes nothing. */
  async expectRefused<Of extends Wishable>(rule: RuleId, { of, wish }: Wish<Of>): Promise<void> {
    const before = await this.read<Of>(of);
    const answer = await this.put(targetOf(of), wish);
    const isTheSame = isDeepStrictEqual(before, await this.read<Of>(of));
    this.#session.expect(rule, isPlainRefusal(answer) && isTheSame, {
      where: `${answer.asked} ${JSON.stringify(wish)}`,
      expected: "HTTP 200, a code other than 0, and no change",
      found: `${outcomeOf(answer)}, ${isTheSame ? "no change" : "a change"}`,
    });
  }
}

export const targetOf = ({ id, type }: { readonly id: string; readonly type: Wishable }): string =>
  `${LISTS[type].path}/${id}`;

const part = (whole: object, names: object): object =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => Object.hasOwn(names, name)));

const isNear = (whole: object, wanted: object, within: Readonly<Record<string, number>>): boolean =>
  Object.entries(wanted).every(([name, value]) => {
    const distance = Math.abs(Number(Reflect.get(whole, name)) - Number(value));
    return distance <= (within[name] ?? 0);
  });
