import { Type } from "typebox";
import type { FreshnessOfLight, Problem } from "../../backends/condition.ts";
import { command } from "../command.ts";
import type { Controls } from "../controls.ts";
import { given } from "../values.ts";
import { FreshnessView, ProblemView, viewOfFreshness, viewOfProblem } from "../views/condition-view.ts";
import { inOrder } from "../views/in-order.ts";

const isConfirmed = (freshness: FreshnessOfLight): boolean =>
  Object.values(freshness).every((known) => known === "confirmed");

export const problemsOf = ({ backend, problems }: Pick<Controls, "backend" | "problems">): readonly Problem[] => [
  ...backend.condition().problems,
  ...(problems?.() ?? []),
];

/** How well the back end does. */
export const CONDITION_COMMANDS = {
  /** What was seen last comes first. */
  "problem.list": command({
    given: given({}),
    result: Type.Array(ProblemView),
    run: (_given, controls) => {
      const nowMillis = controls.clock.now();
      const problems = problemsOf(controls).map((problem) => viewOfProblem(problem, nowMillis));
      return { result: problems.sort((one, other) => one.agoMillis - other.agoMillis) };
    },
  }),

  "light.freshness": command({
    given: given({
      unconfirmed: Type.Optional(
        Type.Boolean({ description: "true to leave out lamps that confirmed everything, or false" }),
      ),
    }),
    result: Type.Array(FreshnessView),
    run: ({ unconfirmed = false }, controls) => {
      const { home } = controls.gateway;
      const condition = controls.backend.condition();
      const lights = home.lights.all().flatMap((light) => {
        const freshness = condition.freshnessOf(light.id);
        return unconfirmed && isConfirmed(freshness) ? [] : [viewOfFreshness(home, light, freshness)];
      });
      return { result: inOrder(controls, lights) };
    },
  }),
};
