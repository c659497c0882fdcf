import { Type } from "typebox";
import { command, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { given } from "../values.ts";
import {
  FabricView,
  MatterView,
  MatterWindowView,
  viewOfFabric,
  viewOfMatter,
  viewOfWindow,
} from "../views/matter-view.ts";

const OFF = refused('Matter is off. Start the gateway with --matter, or with "matter: true" in luxgate.yaml.');

const NOT_YET = refused("The Matter bridge is starting. Try again in a moment.");

/** The bridge of the gateway, or why there is none. */
const bridgeOf = ({ matter }: Pick<Controls, "matter">) => {
  const bridge = matter?.();
  if (bridge === "starting") return NOT_YET;
  return bridge ?? OFF;
};

const FULL = refused(
  "Nothing was opened: the bridge is paired with as many ecosystems as it can be. Remove one first: luxgate matter fabrics",
);

const OPEN_ELSEWHERE = refused(
  "Nothing was opened: an ecosystem lets another one pair at this moment, by a code that it shows itself. To end that: luxgate matter close",
);

/** Bridges number their fabrics from 1 to 254. */
const FabricIndex = Type.Integer({
  minimum: 1,
  maximum: 254,
  description: "the number of an ecosystem, from 1 to 254",
});

/** What concerns the Matter bridge, and the ecosystems that it is paired with. */
export const MATTER_COMMANDS = {
  "matter.state": command({
    given: given({}),
    result: MatterView,
    run: (_given, controls) => {
      const bridge = bridgeOf(controls);
      return "refused" in bridge ? bridge : { result: viewOfMatter(bridge.state()) };
    },
  }),

  /** No button is pressed for it: a press is for keys. */
  "matter.pair": command({
    given: given({}),
    result: MatterWindowView,
    run: async (_given, controls) => {
      const bridge = bridgeOf(controls);
      if ("refused" in bridge) return bridge;
      const isOpen = bridge.state().window !== undefined;
      const window = await bridge.openWindow();
      if (window === "full") return FULL;
      if (window === "open-by-ecosystem") return OPEN_ELSEWHERE;
      if (window === "not-online") return refused(`Nothing was opened: ${notOnline(bridge.state())}`);
      if (!isOpen) note(controls, "Matter pairing opened");
      return { result: viewOfWindow(window) };
    },
  }),

  /** Whether it was open. */
  "matter.close": command({
    given: given({}),
    result: Type.Object({ wasOpen: Type.Boolean() }),
    run: async (_given, controls) => {
      const bridge = bridgeOf(controls);
      if ("refused" in bridge) return bridge;
      const wasOpen = (await bridge.closeWindow()) === "closed";
      if (wasOpen) note(controls, "Matter pairing closed");
      return { result: { wasOpen } };
    },
  }),

  /** The ecosystem loses the lamps at once. */
  "matter.remove": command({
    given: given({ fabric: FabricIndex }),
    result: FabricView,
    run: async ({ fabric: index }, controls) => {
      const bridge = bridgeOf(controls);
      if ("refused" in bridge) return bridge;
      const none = refused(`No ecosystem has the number ${index}. List them with: luxgate matter fabrics`);
      const { fabrics } = bridge.state();
      if (!fabrics) return refused(`Nothing was removed: ${notOnline(bridge.state())}`);
      const fabric = fabrics.find((known) => known.index === index);
      if (!fabric) return none;
      const removed = await bridge.removeFabric(index);
      if (removed === "not-found") return none;
      if (removed === "not-online") return refused(`Nothing was removed: ${notOnline(bridge.state())}`);
      const view = viewOfFabric(fabric);
      note(controls, `Matter ecosystem ${index} removed (${describeFabric(view)})`);
      return { result: view };
    },
  }),
};

/** 'Apple Home "Our home"', or "Apple Home". */
const describeFabric = ({ vendor, label }: FabricView): string =>
  label === "" ? vendor : `${vendor} ${JSON.stringify(label)}`;

function note({ gateway, by }: Controls, did: string): void {
  gateway.trail.note({ by, did, devices: [], outcome: "done" });
}

/** Why the bridge cannot do anything now. */
function notOnline({ phase, why }: Pick<MatterView, "phase"> & { readonly why?: string | undefined }): string {
  if (phase === "starting") return "the Matter bridge is starting. Try again in a moment.";
  return `the Matter bridge is not running${why === undefined ? "" : ` (${why})`}. See the gateway's log.`;
}
