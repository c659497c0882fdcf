import { render } from "preact";
import { takeLink } from "./access/session.ts";
import { isFrontPage, recallGateway } from "./fleet/last-gateway.ts";
import { Frame } from "./frame.tsx";
import { keepInTouch } from "./keep-in-touch.ts";
import { createParts, Parts } from "./page-parts.ts";
import { closeSheetsByBack } from "./parts/open-sheets.ts";

const link = takeLink();
if (isFrontPage()) recallGateway();
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

keepInTouch(parts);
closeSheetsByBack(parts.sheets);
void parts.access.begin(link);
