import { Type } from "typebox";
import { command } from "../command.ts";
import { given, NO_NEWS } from "../values.ts";
import { FreshnessView, viewOfFreshness } from "../views/freshness-view.ts";
import { inOrder } from "../views/in-order.ts";
import { ProblemView, viewOfProblem } from "../views/problem-view.ts";

/** How well the back end does. */
export const CONDITION_COMMANDS = {
  /** What was seen last comes first. */
  "problem.list": command({
    given: given({}),
    news: NO_NEWS,
    result: Type.Array(ProblemView),
    run: (_given, { backend, clock }) => {
      const nowMillis = clock.now();
      const problems = backend.condition().problems.map((problem) => viewOfProblem(problem, nowMillis));
      return { result: problems.sort((one, other) => one.agoMillis - other.agoMillis) };
    },
  }),

  "light.freshness": command({
    given: given({}),
    news: NO_NEWS,
    result: Type.Array(FreshnessView),
    run: (_given, controls) => {
      const { home } = controls.gateway;
      const condition = controls.backend.condition();
      const lights = home.lights.all().map((light) => viewOfFreshness(home, light, condition.freshnessOf(light.id)));
      return { result: inOrder(controls, lights) };
    },
  }),
};
