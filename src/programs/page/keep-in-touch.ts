import { effect, untracked } from "@preact/signals";
import { takeLink } from "./access/session.ts";
import type { PageParts } from "./page-parts.ts";

type Touched = Pick<PageParts, "follower" | "access">;

/** What is to be done when the gateway comes back, when somebody looks again, and when more is allowed than before. */
export function keepInTouch({ follower, access }: Touched): void {
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
