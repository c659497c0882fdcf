// Has a real Home Assistant control and follow a lamp: of the built gateway, then through a front of a fleet.
// `node e2e/home-assistant/run.mjs front` does only the second.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Front } from "./front.mjs";
import { Gateway } from "./gateway.mjs";
import { HomeAssistant } from "./home-assistant.mjs";
import { Tour } from "./tour.mjs";

const PLACES = { gateway: Gateway, front: Front };

const [only] = process.argv.slice(2);
for (const [name, Place] of Object.entries(PLACES)) {
  if (only === undefined || only === name) await toured(Place);
}

async function toured(Place) {
  const work = mkdtempSync(join(tmpdir(), "luxgate-home-assistant-"));
  const place = new Place(join(work, "state"));
  const home = await HomeAssistant.in(join(work, "config"));
  console.log(`Home Assistant ${place.name}:`);
  try {
    await new Tour(place, home).go();
  } finally {
    await home.stop();
    await place.stop();
    rmSync(work, { recursive: true, force: true });
  }
}
