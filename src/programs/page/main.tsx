import { render } from "preact";
import { takeLink } from "./access/session.ts";
import { Frame } from "./frame.tsx";
import { keepInTouch } from "./keep-in-touch.ts";
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
keepInTouch(parts);
