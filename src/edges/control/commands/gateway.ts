import { Type } from "typebox";
import { contentsOf } from "../../../core/home/home.ts";
import { PAIRING_WINDOW_MILLIS } from "../../../core/home/pairing-window.ts";
import { command, refused } from "../command.ts";
import { given } from "../values.ts";
import { countsIn, offlineIn, Reloaded, StatusView, viewOfSource } from "../views/status-view.ts";
import { describeFaults } from "../words/describe-happening.ts";
import { problemsOf } from "./condition.ts";
import { orRefused } from "./give-command.ts";

/** What concerns the gateway itself. */
export const GATEWAY_COMMANDS = {
  press: command({
    given: given({}),
    result: Type.Object({ pairingMillis: Type.Number() }),
    run: (_given, controls) =>
      orRefused(async () => {
        await controls.pressButton(controls.by);
        return { result: { pairingMillis: PAIRING_WINDOW_MILLIS } };
      }),
  }),

  reload: command({
    given: given({}),
    result: Reloaded,
    run: async (_given, controls) => {
      const reloaded = await controls.reload();
      return "problems" in reloaded ? refused(...reloaded.problems) : { result: reloaded };
    },
  }),

  status: command({
    given: given({}),
    result: StatusView,
    run: (_given, controls) => {
      const { gateway, backend, simulation } = controls;
      const { sources } = backend.condition();
      return {
        result: {
          ...controls.status(),
          mac: gateway.identity.mac,
          home: countsIn(contentsOf(gateway.home)),
          offline: offlineIn(gateway.home),
          keys: gateway.home.keys.all().length,
          pairingMillisLeft: gateway.pairingMillisLeft(),
          joiningMillisLeft: backend.joiningMillisLeft(),
          sources: sources.map(viewOfSource),
          problems: problemsOf(controls).length,
          moods: simulation ? describeFaults(gateway.home, simulation.activeFaults()) : null,
        },
      };
    },
  }),
};
