import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";

/** The parser of scripts is loaded with the first script. */
const READER_LOADED = { timeout: 20_000 };

describe("simulated devices", () => {
  test("misbehave as commanded, until all is calm", async () => {
    const operated = await OperatedGateway.start();
    const answers = [
      await operated.ask("sim.offline", { device: "Porch" }),
      await operated.ask("sim.online", { device: "Bedside right" }),
      await operated.ask("sim.lose-next", { device: "TV bar", count: 3 }),
      await operated.ask("sim.latency", { device: "all", millis: 500 }),
      await operated.ask("sim.report-late", { device: "Ceiling", millis: 2_000 }),
      await operated.ask("sim.random", {
        seed: 7,
        losePercent: 10,
        dropPercent: 2,
        latencyMillis: { from: 20, to: 400 },
      }),
    ];
    expect(answers.map(({ words }) => words)).toEqual([
      '"Porch" is offline.',
      '"Bedside right" is online.',
      '"TV bar" loses its next 3 commands.',
      "Every device takes 500 ms to carry out a command.",
      '"Ceiling" reports 2000 ms late.',
      expect.stringMatching(/seed 7\).* 10% .*lost.* 2% .*offline.* 20 to 400 ms/),
    ]);
    expect(await operated.ask("sim.moods", {})).toHaveLength(5);
    await operated.ask("sim.calm", {});
    expect(await operated.ask("sim.moods", {})).toEqual([]);
  });

  test("have faults with values, which end one by one; what the home declares is none of them", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("sim.latency", { device: "Porch", millis: 800 });
    await operated.ask("sim.lose-next", { device: "Porch", count: 2 });
    const moods = async () =>
      (await operated.ask("sim.moods", {})).map(({ kind, value, isDeclared }) => [kind, value, isDeclared]);
    const declared = ["offline", null, true];
    expect(await moods()).toEqual([declared, ["loseNext", 2, false], ["latency", 800, false]]);
    await operated.ask("sim.latency", { device: "Porch" });
    await operated.ask("sim.lose-next", { device: "Porch", count: 0 });
    expect(await moods()).toEqual([declared]);
    await operated.ask("sim.calm", {});
    expect(await moods()).toEqual([declared]);
  });

  test("are switched by hand, and the home hears of it", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("sim.switch", { device: "Porch", to: "off" });
    operated.clock.advance(1_000);
    const devices = await operated.ask("device.list", {});
    expect(devices.find(({ name }) => name === "Porch")).toMatchObject({ state: "off" });
    expect(await operated.refusal("sim.switch", { device: "Dial", to: "on" })).toEqual([
      '"Dial" is a dial button: it has nothing to switch or set.',
    ]);
  });

  test("live through the day of a script, step by step", async () => {
    const operated = await OperatedGateway.start();
    const text = '- { at: "06:30", switch: Porch, to: "off" }\n- { at: "06:45", offline: Ceiling }\n';
    const news: unknown[] = [];
    const done = operated.ask("sim.play", { text, speed: 60 }, { onNews: (step) => news.push(step) });
    await operated.ask("press", {});
    await expect
      .poll(() => {
        operated.clock.advance(1_000);
        return news;
      }, READER_LOADED)
      .toEqual([
        { at: "06:30", words: '"Porch" is switched off by hand.', done: true },
        { at: "06:45", words: '"Ceiling" is offline.', done: true },
      ]);
    expect(await done).toEqual({ steps: 2, played: 2 });
  });

  test("are left alone when the operator stops a script", async () => {
    const operated = await OperatedGateway.start();
    const ending = new AbortController();
    const text = '- { at: "06:30", switch: Porch, to: "off" }\n- { at: "06:45", offline: Ceiling }\n';
    const news: unknown[] = [];
    const asking = { ended: ending.signal, onNews: (step: unknown) => news.push(step) };
    const done = operated.ask("sim.play", { text, speed: 1 }, asking);
    await expect
      .poll(() => {
        operated.clock.advance(1);
        return news.length;
      }, READER_LOADED)
      .toBe(1);
    ending.abort();
    expect(await done).toEqual({ steps: 2, played: 1 });
    operated.clock.advance(3_600_000);
    const devices = await operated.ask("device.list", {});
    expect(devices.find(({ name }) => name === "Ceiling")).toMatchObject({ online: true });
  });

  test("are left alone by a script that another operator stops, alone or with all faults", async () => {
    const operated = await OperatedGateway.start();
    const text = '- { at: "06:30", switch: Porch, to: "off" }\n- { at: "06:45", offline: Ceiling }\n';
    const playOneStep = async () => {
      const done = operated.ask("sim.play", { text, speed: 1 });
      const first = async () => {
        operated.clock.advance(1);
        return (await operated.ask("sim.scripts", {}))[0];
      };
      await expect.poll(first, READER_LOADED).toMatchObject({ steps: 2, played: 1, speed: 1 });
      return { done, id: (await first())?.id ?? 0 };
    };
    const one = await playOneStep();
    await operated.ask("sim.stop-script", { id: one.id });
    expect(await one.done).toEqual({ steps: 2, played: 1 });
    const other = await playOneStep();
    await operated.ask("sim.calm", {});
    expect(await other.done).toEqual({ steps: 2, played: 1 });
    expect(await operated.ask("sim.scripts", {})).toEqual([]);
    operated.clock.advance(3_600_000);
    const devices = await operated.ask("device.list", {});
    expect(devices.find(({ name }) => name === "Ceiling")).toMatchObject({ online: true });
  });

  test("have random faults until they are ended, which leaves other faults", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("sim.random", { seed: 7, losePercent: 10, dropPercent: 0 });
    await operated.ask("sim.lose-next", { device: "Porch", count: 2 });
    await operated.ask("sim.end-random", {});
    const kinds = (await operated.ask("sim.moods", {})).map(({ kind }) => kind);
    expect(kinds).toContain("loseNext");
    expect(kinds).not.toContain("random");
  });

  test("do nothing of a script with problems, each of which is named with its place", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.refusal("sim.play", { text: '- { at: "06:30", switch: Proch }\n' })).toEqual([
      expect.stringMatching(/^1:26: switch: .*did you mean "Porch"\?$/),
    ]);
  });

  test("are not there when the devices are real", async () => {
    const operated = await OperatedGateway.start({ controls: { simulation: undefined } });
    const refusal = [expect.stringMatching(/real devices/)];
    expect(await operated.refusal("sim.moods", {})).toEqual(refusal);
    expect(await operated.refusal("sim.calm", {})).toEqual(refusal);
    expect(await operated.refusal("sim.play", { text: "" })).toEqual(refusal);
    expect(await operated.ask("status", {})).toMatchObject({ moods: null });
  });
});
