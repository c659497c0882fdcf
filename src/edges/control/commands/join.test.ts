import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";
import { SilentBackend } from "../../../../test/support/gateway/silent-backend.ts";
import type { NewsOf } from "../commands.ts";

/** Joins, and gives what tells when the gateway has begun to. */
function joining(operated: OperatedGateway, seconds: number, ended?: AbortSignal) {
  const news: string[] = [];
  const onNews = (some: NewsOf<"join">) => void news.push("joining" in some ? some.joining : some.name);
  const asking = { onNews, ...(ended ? { ended } : {}) };
  return { news, done: operated.ask("join", { seconds }, asking) };
}

const isOpen = (operated: OperatedGateway) => expect.poll(() => operated.simulation.joiningMillisLeft());

describe("joining", () => {
  test("tells of each device as it turns up, and ends when it is shut", async () => {
    const operated = await OperatedGateway.start();
    const { news, done } = joining(operated, 4);
    await isOpen(operated).toBeGreaterThan(0);
    operated.clock.advance(1_000);
    await expect.poll(() => news).toEqual(["open", "Colour bulb 1"]);
    operated.clock.advance(3_000);
    expect((await done).map(({ name, admitted }) => [name, admitted])).toEqual([
      ["Colour bulb 1", false],
      ["Light strip 1", false],
    ]);
  });

  test("tells in the end what became of those that turned up", async () => {
    const operated = await OperatedGateway.start();
    const { news, done } = joining(operated, 2);
    await isOpen(operated).toBeGreaterThan(0);
    operated.clock.advance(1_000);
    await expect.poll(() => news).toEqual(["open", "Colour bulb 1"]);
    await operated.ask("device.admit", { device: "Colour bulb 1", name: "Hall lamp" });
    operated.clock.advance(1_000);
    expect(await done).toMatchObject([{ name: "Hall lamp", admitted: true }]);
  });

  test("is shut at once when the operator has enough, who still hears what turned up", async () => {
    const operated = await OperatedGateway.start();
    const ending = new AbortController();
    const { news, done } = joining(operated, 30, ending.signal);
    await isOpen(operated).toBeGreaterThan(0);
    operated.clock.advance(1_000);
    await expect.poll(() => news).toHaveLength(2);
    ending.abort();
    expect(await done).toHaveLength(1);
    expect(operated.simulation.joiningMillisLeft()).toBe(0);
  });

  test("is shut when the operator is gone", async () => {
    const operated = await OperatedGateway.start();
    const socket = connect(operated.socketPath);
    socket.write('{"command":"join","with":{"seconds":30}}\n');
    await isOpen(operated).toBe(30_000);
    socket.destroy();
    await isOpen(operated).toBe(0);
  });

  test("ends when somebody else shuts it, and an operator who is done shuts nobody else's", async () => {
    const operated = await OperatedGateway.start();
    const first = joining(operated, 30);
    await isOpen(operated).toBe(30_000);
    await operated.simulation.openJoining(0);
    operated.clock.advance(1_000);
    await first.done;
    await operated.simulation.openJoining(5_000);
    await operated.ask("room.list", {});
    expect(operated.simulation.joiningMillisLeft()).toBe(5_000);
  });

  test("that nobody opens is refused, with the reason, and nothing is shown as open", async () => {
    const operated = await OperatedGateway.start({ controls: { backend: new SilentBackend(), simulation: undefined } });
    const { news, done } = joining(operated, 30);
    await expect(done).rejects.toMatchObject({ lines: ["Nobody can join here."] });
    expect(news).toEqual([]);
  });
});
