import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { StoreFault } from "../../../core/gateway/store.ts";
import { readSessions, writeSessions } from "../../store/folder/session-file.ts";
import { keptIn, keptText } from "./kept-sessions.ts";
import { OwnSessions, type SessionFile } from "./own-sessions.ts";
import type { SessionOwner } from "./session-keeper.ts";
import { SECURE_SESSION_MILLIS, SESSION_MILLIS } from "./session-lifetime.ts";
import { MOST_SESSIONS } from "./sessions.ts";

const DAY_MILLIS = 24 * 3_600_000;
const OWNER: SessionOwner = { address: "192.168.1.7", browser: "Firefox on Linux" };

/** Sessions of one process after the other, on one folder; each process has a monotonic clock of its own. */
class Machine {
  readonly folder = someFolder();
  readonly unreadable: string[] = [];
  gatewayId = "A";
  todayMillis = Date.parse("2026-11-18T20:00:00Z");
  isDiskFull = false;
  clock = new ManualClock();

  readonly #file: SessionFile = {
    read: async () => readSessions(this.folder),
    replace: async (text) => {
      if (this.isDiskFull) throw new StoreFault("the disk is full");
      writeSessions(this.folder, text);
    },
  };

  async start(): Promise<OwnSessions> {
    this.clock = new ManualClock();
    const sessions = new OwnSessions({
      clock: this.clock,
      today: () => new Date(this.todayMillis),
      file: this.#file,
      gatewayId: () => this.gatewayId,
      onUnreadable: (reason) => void this.unreadable.push(reason),
    });
    await sessions.begin();
    return sessions;
  }

  pass(millis: number): void {
    this.todayMillis += millis;
    this.clock.advance(millis);
  }
}

test("G115: a session survives a restart and a loss of power, with all that is known of it, and not its secret", async () => {
  const machine = new Machine();
  const { secret, session } = await (await machine.start()).openAllowed({ ...OWNER, name: "Ann's phone" });
  // The process is killed: nothing is closed.
  const after = await machine.start();
  expect(after.find([secret])).toMatchObject({
    id: session.id,
    name: "Ann's phone",
    address: session.address,
    browser: session.browser,
    since: session.since,
    endsAt: session.endsAt,
  });
  expect(after.find([`${secret.slice(1)}x`])).toBe(undefined);
  const text = readSessions(machine.folder) ?? "";
  for (const half of [secret.slice(0, 43), secret.slice(43)]) expect(text).not.toContain(half);
  expect(readdirSync(machine.folder)).toEqual(["operator-sessions.json"]);
});

test("G115: a session that was ended does not come back", async () => {
  const machine = new Machine();
  const before = await machine.start();
  const { secret, session } = await before.openAllowed(OWNER);
  expect(await before.end(session.id)).toBe(true);
  expect(await before.end(session.id)).toBe(false);
  expect((await machine.start()).has([secret])).toBe(false);
});

test("G115: its time goes on while the gateway is off: 12 hours, or 90 days over HTTPS", async () => {
  for (const lifetimeMillis of [SESSION_MILLIS, SECURE_SESSION_MILLIS]) {
    const machine = new Machine();
    const { secret } = await (await machine.start()).openAllowed({ ...OWNER, lifetimeMillis });
    machine.pass(lifetimeMillis - 2);
    const ended: string[] = [];
    const sessions = await machine.start();
    sessions.onEnded((_session, why) => ended.push(why));
    machine.pass(1);
    expect(sessions.has([secret])).toBe(true);
    machine.pass(1);
    expect([sessions.has([secret]), ended]).toEqual([false, ["expired"]]);
    expect((await machine.start()).all).toEqual([]);
  }
});

test("G115: a long session lasts for its time in one process, although no timer is that long", async () => {
  const machine = new Machine();
  const sessions = await machine.start();
  const { secret } = await sessions.openAllowed({ ...OWNER, lifetimeMillis: SECURE_SESSION_MILLIS });
  for (let day = 0; day < 89; day += 1) machine.pass(DAY_MILLIS);
  expect(sessions.has([secret])).toBe(true);
  machine.pass(DAY_MILLIS);
  expect([sessions.has([secret]), sessions.all]).toEqual([false, []]);
});

test("G115: a wall clock that is put back, or forward, makes no session last longer", async () => {
  const back = new Machine();
  const sessions = await back.start();
  const { secret } = await sessions.openAllowed(OWNER);
  back.pass(SESSION_MILLIS - 60_000);
  sessions.find([secret]);
  await sessions.stop();
  back.todayMillis -= 10 * DAY_MILLIS;
  const later = await back.start();
  expect(later.has([secret])).toBe(true);
  back.pass(60_000);
  expect(later.has([secret])).toBe(false);
  const forward = new Machine();
  const running = await forward.start();
  const opened = await running.openAllowed(OWNER);
  forward.todayMillis += SESSION_MILLIS;
  expect(running.has([opened.secret])).toBe(false);
});

test("G115: sessions are of one gateway: after a factory reset those of before open nothing", async () => {
  const machine = new Machine();
  const { secret } = await (await machine.start()).openAllowed(OWNER);
  machine.gatewayId = "B";
  expect((await machine.start()).has([secret])).toBe(false);
});

test("G115: of a factory reset, who asked for it stays in, in this process alone and for 12 hours", async () => {
  const machine = new Machine();
  const sessions = await machine.start();
  const own = await sessions.openAllowed({ ...OWNER, lifetimeMillis: SECURE_SESSION_MILLIS });
  const other = await sessions.openAllowed(OWNER);
  machine.gatewayId = "B";
  await sessions.endForReset(own.session.id);
  expect([sessions.has([own.secret]), sessions.has([other.secret])]).toEqual([true, false]);
  expect(keptIn(readSessions(machine.folder) ?? "")?.sessions).toEqual([]);
  machine.pass(SESSION_MILLIS);
  expect(sessions.has([own.secret])).toBe(false);
});

test("G115: a damaged file, or one of strange contents, makes nobody an operator, and that is told", async () => {
  const machine = new Machine();
  const { secret } = await (await machine.start()).openAllowed(OWNER);
  const text = readSessions(machine.folder) ?? "";
  const damaged = [
    "",
    "x",
    text.slice(0, -20),
    text.replace("2026", "2126"),
    text.replace(/"hash":"(.)/, (_, first) => `"hash":"${first === "0" ? "1" : "0"}`),
    `00000000\n{"format":1}\n`,
  ];
  for (const contents of damaged) {
    expect(contents).not.toBe(text);
    writeFileSync(join(machine.folder, "operator-sessions.json"), contents);
    expect((await machine.start()).has([secret])).toBe(false);
  }
  expect(machine.unreadable.length).toBe(damaged.length);
  writeFileSync(join(machine.folder, "operator-sessions.json"), text);
  expect((await machine.start()).has([secret])).toBe(true);
});

test("G115: where the disk refuses it, a session is opened until the next restart, and one that ends says that it may come back", async () => {
  const machine = new Machine();
  const sessions = await machine.start();
  const kept = await sessions.openAllowed(OWNER);
  machine.isDiskFull = true;
  const opened = await sessions.openAllowed(OWNER);
  expect(sessions.has([opened.secret])).toBe(true);
  await expect(sessions.end(kept.session.id)).rejects.toThrow(/has ended, but .*restart/);
  expect(sessions.has([kept.secret])).toBe(false);
  machine.isDiskFull = false;
  machine.pass(60_000);
  sessions.find([opened.secret]);
  await sessions.stop();
  const after = await machine.start();
  expect([after.has([opened.secret]), after.has([kept.secret])]).toEqual([true, false]);
});

test("G115: more sessions than there may be are not restored, and the one that was used least recently still makes room", async () => {
  const machine = new Machine();
  const before = await machine.start();
  const opened = [];
  for (let count = 0; count < MOST_SESSIONS; count += 1) {
    machine.pass(1_000);
    opened.push(await before.openAllowed(OWNER));
  }
  const [first, second] = opened;
  machine.pass(1_000);
  before.find([first?.secret ?? ""]);
  await before.stop();
  const after = await machine.start();
  await after.openAllowed(OWNER);
  expect(after.all.length).toBe(MOST_SESSIONS);
  expect([after.has([first?.secret ?? ""]), after.has([second?.secret ?? ""])]).toEqual([true, false]);
});

test("G115: a session that is opened while the gateway stops takes the place of none that is kept", async () => {
  const machine = new Machine();
  const before = await machine.start();
  const { secret } = await before.openAllowed(OWNER);
  await before.stop();
  await before.openAllowed(OWNER);
  const after = await machine.start();
  expect([after.has([secret]), after.all.length]).toEqual([true, 1]);
});

test("two browsers of one name are told apart", async () => {
  const sessions = await new Machine().start();
  for (let count = 0; count < 3; count += 1) await sessions.openAllowed({ ...OWNER, name: "Ann's phone" });
  expect(sessions.all.map(({ name }) => name)).toEqual(["Ann's phone", "Ann's phone (2)", "Ann's phone (3)"]);
});

test("sessions are read as they were written", () => {
  const at = new Date("2026-11-18T20:00:00Z");
  const session = { ...OWNER, id: "1", hash: "0".repeat(64), name: "Ann\n’s", since: at, endsAt: at, lastUsedAt: at };
  const kept = { gatewayId: "A", at, sessions: [session, { ...session, id: "2", name: undefined }] };
  expect(keptIn(keptText(kept))).toEqual(kept);
});
