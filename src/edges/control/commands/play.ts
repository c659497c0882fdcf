import { Type } from "typebox";
import { counted } from "../../../shared/counted.ts";
import { command, refused } from "../command.ts";
import { given } from "../values.ts";
import { describeHappening } from "../words/describe-happening.ts";
import { NOT_SIMULATED } from "./make-happen.ts";

/** A step of a script as it happens. */
const Step = Type.Object({ at: Type.String(), words: Type.String(), done: Type.Boolean() });

/** A script that is being played, by this operator or another one. */
const PlayingScript = Type.Object({
  id: Type.Integer(),
  steps: Type.Integer(),
  played: Type.Integer(),
  speed: Type.Number(),
});

/** Plays a day in the life of simulated devices; operators may stop it before its end. */
export const PLAY_COMMANDS = {
  "sim.scripts": command({
    given: given({}),
    result: Type.Array(PlayingScript),
    run: (_given, { simulation }) =>
      simulation
        ? { result: simulation.playingScripts().map(({ id, steps, played, speed }) => ({ id, steps, played, speed })) }
        : refused(NOT_SIMULATED),
  }),
  "sim.stop-script": command({
    given: given({ id: Type.Integer({ minimum: 0, description: "the number of a script that is being played" }) }),
    result: Type.Object({}),
    run: ({ id }, { simulation }) => {
      // One that has ended by itself meanwhile is as it was to be.
      simulation
        ?.playingScripts()
        .find((script) => script.id === id)
        ?.stop();
      return simulation ? { result: {} } : refused(NOT_SIMULATED);
    },
  }),
  "sim.play": command({
    given: given({
      text: Type.String({ description: "the text of a script" }),
      speed: Type.Optional(
        Type.Number({ minimum: 0.001, maximum: 1e6, description: "a speed from 0.001 to 1000000 times real time" }),
      ),
    }),
    news: Step,
    result: Type.Object({ steps: Type.Integer(), played: Type.Integer() }),
    run: async ({ text, speed }, { gateway: { home, trail }, simulation, by }, { tell, ended }) => {
      if (!simulation) return refused(NOT_SIMULATED);
      const { readScript } = await import("../../backends/simulated/script/read.ts");
      const read = readScript(text, home);
      if ("problems" in read) {
        return refused(...read.problems.map(({ line, column, message }) => `${line}:${column}: ${message}`));
      }
      let played = 0;
      if (ended.aborted) return { result: { steps: read.script.length, played } };
      const did = `simulated: a script of ${counted(read.script.length, "step")} begins`;
      trail.note({ by, did, devices: [], outcome: "done" });
      await new Promise<void>((resolve) => {
        const stop = simulation.play(read.script, {
          ...(speed === undefined ? {} : { speed }),
          onStep: ({ at, happening }, outcome) => {
            played += 1;
            tell({ at, words: describeHappening(home, happening), done: outcome === "done" });
          },
          onEnd: resolve,
        });
        ended.addEventListener("abort", () => {
          stop();
          resolve();
        });
      });
      return { result: { steps: read.script.length, played } };
    },
  }),
};
