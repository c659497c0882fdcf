import { render } from "preact";
import { takeLink } from "./access/session.ts";
import { Frame } from "./frame.tsx";
import { createParts, Parts } from "./page-parts.ts";

const link = takeLink();
const parts = createParts();
const place = document.getElementById("page");

if (place) {
  render(
    <Parts.Provider value={parts}>
      <Frame />
    </Parts.Provider>,
    place,
  );
}

parts.follower.start();
void parts.access.begin(link);

/** A link that is opened where the page is already loads nothing anew. */
addEventListener("hashchange", () => {
  const later = takeLink();
  if (later !== undefined) void parts.access.begin(later);
});

/** Somebody looks again: no need to wait for the next attempt. */
const lookAgain = () => {
  if (document.visibilityState === "visible" && parts.follower.state.peek() === "away") parts.follower.start();
};
addEventListener("online", lookAgain);
document.addEventListener("visibilitychange", lookAgain);
