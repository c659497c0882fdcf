import { effect, untracked } from "@preact/signals";
import { takeLink } from "./access/session.ts";
import { rememberGateway } from "./fleet/last-gateway.ts";
import type { PageParts } from "./page-parts.ts";

type Touched = Pick<PageParts, "follower" | "access" | "fleet" | "model" | "opened" | "search">;

/** What is to be done when the gateway comes back, when somebody looks again, and when more is allowed than before. */
export function keepInTouch(parts: Touched): void {
  const { follower, access } = parts;
  followChosen(parts);
  let wasAway = false;
  effect(() => {
    const state = follower.state.value;
    if (state === "following" && wasAway) void access.askAgain();
    wasAway = state === "away";
  });

  // A gateway that shows its home to paired clients only: the key is wrong, or there is a session by now.
  effect(() => {
    if (follower.state.value !== "locked") return;
    if (access.isPaired.value) untracked(() => access.forgetKey());
    else if (access.isOperator.value) untracked(() => follower.start());
  });
  effect(() => {
    if (parts.fleet.state.value === "locked" && access.isPaired.value) untracked(() => access.forgetKey());
    if (access.mayChange.value) untracked(() => parts.fleet.again());
  });

  // A link that is opened where the page is open already changes the address alone.
  addEventListener("hashchange", () => {
    const link = takeLink();
    if (link !== undefined) void access.begin(link);
  });

  // Nobody who looks should wait for the next attempt.
  const lookAgain = () => {
    if (document.visibilityState === "visible" && follower.state.peek() === "away") follower.start();
  };
  addEventListener("online", lookAgain);
  document.addEventListener("visibilitychange", lookAgain);
}

/** Whatever is chosen is followed, and nothing else: the home of a fleet is too large for a browser. */
function followChosen({ follower, fleet, model, opened, search }: Touched): void {
  effect(() => {
    if (fleet.gatewayId.value !== undefined) rememberGateway(fleet.gatewayId.value);
  });
  effect(() => {
    const { followed } = fleet;
    const isNone = followed.value === "none";
    untracked(() => {
      follower.stop();
      model.clear();
      opened.value = undefined;
      search.value = "";
      if (!isNone) follower.start();
    });
  });
  fleet.start();
}
