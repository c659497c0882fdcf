import { ScenesManagementServer } from "@matter/main/behaviors/scenes-management";
import type { ClusterBehavior } from "@matter/main/node";
import { LampColourServer } from "./colour-server.ts";

/** matter.js 0.17.9 brings back neither the whites nor the colours of lamps like ours. */
class ScenesWithColours extends ScenesManagementServer {
  override implementScenes<B extends ClusterBehavior>(
    behavior: B,
    apply: ScenesManagementServer.ApplySceneValuesFunc<B>,
  ): void {
    super.implementScenes(behavior, function (this: B, values, transitionMillis) {
      if (this instanceof LampColourServer) return this.recall(values, transitionMillis);
      return apply.call(this, values, transitionMillis);
    });
  }
}

/** The scenes of Matter, which ecosystems store in lamps. */
export const LampScenesServer = ScenesWithColours.alter({ commands: { copyScene: { optional: false } } });
