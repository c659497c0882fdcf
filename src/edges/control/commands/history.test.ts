import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";
import type { RecordedEntry } from "../../../core/home/trail-entry.ts";
import type { GivenTo } from "../commands.ts";

/** What an operator is told of the history. */
async function told(operated: OperatedGateway, given: GivenTo<"history.read"> = {}): Promise<readonly string[]> {
  const entries: RecordedEntry[] = [];
  await operated.ask("history.read", given, { onNews: (news) => void entries.push(...news) });
  return entries.map(({ did, outcome }) => `${did}: ${outcome}`);
}

describe("the history", () => {
  test("tells what an operator did and what was refused, the newest last", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("device.rename", { device: "Ceiling", name: "Big" });
    await operated.ask("sim.offline", { device: "Big" });
    operated.clock.advance(5_000);
    await operated.refusal("set", { device: "Big", words: ["on"] });
    await operated.ask("room.add", { name: "Hall" });
    expect(await told(operated)).toEqual([
      '"Ceiling" renamed to "Big": done',
      '"Big" offline: done',
      'simulated: "Big" is offline: done',
      'room "Hall" added: done',
    ]);
    expect(await told(operated, { last: 1 })).toEqual(['room "Hall" added: done']);
    expect(await told(operated, { by: "operator", device: "big" })).toEqual([
      '"Ceiling" renamed to "Big": done',
      'simulated: "Big" is offline: done',
    ]);
    expect(await told(operated, { text: "HALL added" })).toEqual(['room "Hall" added: done']);
    expect(await told(operated, { part: "reports" })).toEqual(['"Big" offline: done']);
    expect(await told(operated, { last: 1, before: 3 })).toEqual(['"Big" offline: done']);
  });

  test("is told since a time, whatever its offset; what is no time is refused", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("room.add", { name: "Hall" });
    const entries: RecordedEntry[] = [];
    await operated.ask("history.read", {}, { onNews: (news) => void entries.push(...news) });
    const millis = Date.parse(entries.at(-1)?.at ?? "");
    const at = (laterMillis: number, offsetMinutes: number, offset: string) =>
      new Date(millis + laterMillis + offsetMinutes * 60_000).toISOString().replace("Z", offset);
    const HALL = ['room "Hall" added: done'];
    for (const [minutes, offset] of [
      [0, "Z"],
      [0, ""],
      [120, "+02:00"],
      [-570, "-09:30"],
    ] as const) {
      expect(await told(operated, { since: at(0, minutes, offset) })).toEqual(HALL);
      expect(await told(operated, { since: at(-3_600_000, minutes, offset) })).toEqual(HALL);
      expect(await told(operated, { since: at(1, minutes, offset) })).toEqual([]);
    }
    expect(await told(operated, { since: at(0, 0, "").slice(0, 10) })).toEqual(HALL);
    for (const since of ["yesterday", "", "2026-13-01", "2026-11-01T25:00Z", "11/01/2026", "2026-11-01T10:00+2"])
      expect(await operated.refusal("history.read", { since })).toEqual([
        expect.stringMatching(/^since: expected a time/),
      ]);
  });

  test("of a device that is gone is found by the name that it had", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("device.remove", { device: "Porch" });
    expect(await told(operated, { device: "porch" })).toEqual(['"Porch" removed: done']);
    expect(await told(operated, { device: "nobody" })).toEqual([]);
  });

  test("is found by the name and room of a device also where it was commanded with others", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("set", { device: "Kitchen", words: ["on"] });
    await operated.ask("room.add", { name: "Hall" });
    const found = [expect.stringMatching(/^lights of room "Kitchen" set/)];
    for (const text of ["Worktop", "worktop kitchen on"]) expect(await told(operated, { text })).toEqual(found);
    expect(await told(operated, { text: "worktop hall" })).toEqual([]);
  });

  test("goes on for whoever follows, until they have enough", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("room.add", { name: "Hall" });
    const news: string[] = [];
    const ending = new AbortController();
    const onNews = (entries: readonly RecordedEntry[]) => void news.push(...entries.map(({ did }) => did));
    const following = operated.ask("history.read", { follow: true }, { onNews, ended: ending.signal });
    await expect.poll(() => news).toEqual(['room "Hall" added']);
    await operated.ask("room.add", { name: "Attic" });
    await expect
      .poll(() => {
        operated.clock.advance(500);
        return news;
      })
      .toEqual(['room "Hall" added', 'room "Attic" added']);
    ending.abort();
    expect(await following).toEqual({ entries: 2, unreadable: 0 });
  });
});
