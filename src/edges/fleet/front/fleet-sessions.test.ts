import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { HeardBucket } from "../../../../test/support/fleet/heard-bucket.ts";
import { settled } from "../../../../test/support/store/stored-gateway.ts";
import { hashOfSecret, newSecret } from "../../http/secrets.ts";
import { FleetLink, FleetSession, keysEntryFrom, linkEntryKey } from "../keys-entries.ts";
import { FleetLinks } from "./fleet-links.ts";
import { FleetSessions } from "./fleet-sessions.ts";

const HOUR_MILLIS = 3_600_000;
const OWNER = { address: "192.168.1.7", browser: "Firefox on Linux" };

class Front {
  readonly sessions: FleetSessions;
  readonly ended: string[] = [];
  readonly #bucket: HeardBucket;
  readonly #links: FleetLinks;
  #heard = 0;

  constructor(bucket: HeardBucket) {
    this.#bucket = bucket;
    const { writer } = bucket;
    const today = () => new Date(bucket.clock.now());
    this.#links = new FleetLinks(writer, today);
    this.sessions = new FleetSessions({
      writer,
      links: this.#links,
      clock: bucket.clock,
      today,
      silentMillis: () => 0,
      caughtUp: async () => {
        this.hear();
        return true;
      },
    });
    this.sessions.onEnded(({ id }) => this.ended.push(id));
  }

  hear(count = Number.POSITIVE_INFINITY): void {
    for (const { key, text, revision } of this.#bucket.written.slice(this.#heard, this.#heard + count)) {
      this.#heard += 1;
      const [kind, digest = ""] = key.split(".");
      const session = text === undefined ? undefined : keysEntryFrom(FleetSession, text);
      const link = text === undefined ? undefined : keysEntryFrom(FleetLink, text);
      if (kind === "session") this.sessions.take(digest, session && { value: session, revision });
      else this.#links.take(digest, link && { value: link, revision });
    }
  }
}

type Step =
  /** A link, of which both fronts hear at once or none. */
  | { readonly kind: "link"; readonly isHeard: boolean }
  /** The newest links and sessions, counted backwards. */
  | { readonly kind: "open" | "end" | "use"; readonly front: number; readonly which: number }
  | { readonly kind: "hear"; readonly front: number; readonly count: number }
  | { readonly kind: "wait"; readonly hours: number };

const aFront = fc.nat(1);
const which = fc.nat(2);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("link" as const), isHeard: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("open" as const), front: aFront, which }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom("end" as const, "use" as const), front: aFront, which }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("hear" as const), front: aFront, count: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), hours: fc.constantFrom(0.005, 0.1, 6) }) },
);

/** Lets time pass until something is done: looks at the bucket are some time apart. */
async function driven<Result>({ clock }: HeardBucket, work: Promise<Result> | undefined): Promise<Result | undefined> {
  let isDone = false;
  void work?.finally(() => {
    isDone = true;
  });
  while (work && !isDone) {
    await settled();
    if (!isDone) clock.advance(100);
  }
  return work;
}

interface Link {
  readonly secret: string;
  readonly endsAtMillis: number;
  isUsed: boolean;
}

interface Opened {
  readonly id: string;
  readonly secret: string;
  readonly endsAtMillis: number;
  isOver: boolean;
}

/** Two fronts beside a list of what should be of links and sessions. */
class ListedSessions {
  readonly bucket = new HeardBucket();
  readonly fronts = [new Front(this.bucket), new Front(this.bucket)] as const;
  readonly links: Link[] = [];
  readonly opened: Opened[] = [];

  async take(step: Step): Promise<void> {
    if (step.kind === "link") return this.#makeLink(step);
    if (step.kind === "wait") return this.bucket.clock.advance(step.hours * HOUR_MILLIS);
    const front = this.fronts[step.front] ?? this.fronts[0];
    if (step.kind === "hear") return front.hear(step.count);
    if (step.kind === "open") return this.#open(front, this.links.at(-1 - step.which));
    return this.#touch(step.kind, front, this.opened.at(-1 - step.which));
  }

  async check(): Promise<void> {
    const nowMillis = () => this.bucket.clock.now();
    for (const { sessions, ended } of this.fronts) {
      await driven(this.bucket, sessions.catchUp());
      const open = this.opened.filter(({ isOver, endsAtMillis }) => !isOver && nowMillis() < endsAtMillis);
      for (const one of this.opened) expect(sessions.has(["x".repeat(86), one.secret])).toBe(open.includes(one));
      expect(sessions.all.map(({ id }) => id).toSorted()).toEqual(open.map(({ id }) => id).toSorted());
      expect(new Set(ended).size).toBe(ended.length);
      sessions.stop();
    }
    const written = JSON.stringify(this.bucket.written);
    for (const { secret } of [...this.opened, ...this.links]) expect(written).not.toContain(secret);
  }

  #makeLink({ isHeard }: { readonly isHeard: boolean }): void {
    const link = { secret: newSecret(), endsAtMillis: this.bucket.clock.now() + 60_000, isUsed: false };
    const value = JSON.stringify({ endsAt: new Date(link.endsAtMillis).toISOString() });
    this.bucket.put(linkEntryKey(hashOfSecret(link.secret)), value, { ttlSeconds: 60 });
    this.links.push(link);
    if (isHeard) for (const front of this.fronts) front.hear();
  }

  async #open({ sessions }: Front, link: Link | undefined): Promise<void> {
    const session = await driven(this.bucket, sessions.open(link?.secret ?? newSecret(), OWNER));
    const nowMillis = this.bucket.clock.now();
    expect(session !== undefined).toBe(link !== undefined && !link.isUsed && nowMillis < link.endsAtMillis);
    if (!session || !link) return;
    link.isUsed = true;
    const { secret } = session;
    const endsAtMillis = session.session.endsAt.getTime();
    this.opened.push({ id: session.session.id, secret, endsAtMillis, isOver: false });
  }

  async #touch(how: "end" | "use", { sessions }: Front, session: Opened | undefined): Promise<void> {
    if (how === "use") sessions.find([session?.secret ?? newSecret()]);
    else if (session && (await sessions.end(session.id))) session.isOver = true;
    await settled();
  }
}

test("whatever two fronts do and however late they hear of it: a link opens one session, and what ended stays so", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 60, size: "max" }), async (steps) => {
      const listed = new ListedSessions();
      for (const step of steps) await listed.take(step);
      await listed.check();
    }),
    { numRuns: times(500) },
  );
});

test("the time of the last use is written at most once in five minutes, and other fronts hear of it", async () => {
  const bucket = new HeardBucket();
  const [one, other] = [new Front(bucket), new Front(bucket)];
  const secret = newSecret();
  const endsAt = new Date(bucket.clock.now() + 60_000).toISOString();
  bucket.put(linkEntryKey(hashOfSecret(secret)), JSON.stringify({ endsAt }));
  const opened = await one.sessions.open(secret, OWNER);
  const count = bucket.written.length;
  for (let second = 0; second < 900; second += 1) {
    bucket.clock.advance(1_000);
    one.sessions.find([opened?.secret ?? ""]);
    await Promise.resolve();
  }
  expect(bucket.written.length - count).toBe(3);
  other.hear();
  expect(other.sessions.all[0]?.lastUsedAt.getTime()).toBe(one.sessions.all[0]?.lastUsedAt.getTime());
});

test("the name that a person gave a browser outlasts the writes of its use, and a second one of that name gets a number", async () => {
  const bucket = new HeardBucket();
  const [one, other] = [new Front(bucket), new Front(bucket)];
  const opened = await one.sessions.openAllowed({ name: "Ann's phone", ...OWNER });
  bucket.clock.advance(HOUR_MILLIS);
  one.sessions.find([opened.secret]);
  await settled();
  other.hear();
  await other.sessions.openAllowed({ name: "ann's phone", ...OWNER });
  expect(other.sessions.all.map(({ name }) => name)).toEqual(["Ann's phone", "ann's phone (2)"]);
});

test("a front that has not heard of the end of a session does not bring it back by its use", async () => {
  const bucket = new HeardBucket();
  const [one, other] = [new Front(bucket), new Front(bucket)];
  const secret = newSecret();
  const endsAt = new Date(bucket.clock.now() + 60_000).toISOString();
  bucket.put(linkEntryKey(hashOfSecret(secret)), JSON.stringify({ endsAt }));
  const opened = await one.sessions.open(secret, OWNER);
  other.hear();
  bucket.clock.advance(HOUR_MILLIS);
  await one.sessions.end(opened?.session.id ?? "");
  expect(other.sessions.find([opened?.secret ?? ""])).toBeDefined();
  await settled();
  for (const front of [one, other]) {
    front.hear();
    expect(front.sessions.all).toEqual([]);
  }
});
