import { expect, test } from "vitest";
import { rowsIn } from "../../../../test/support/cli/printed-table.ts";
import type { FabricView, MatterView } from "../../../edges/control/views/matter-view.ts";
import { fabricTable, matterLines, pairingLines } from "./matter-lines.ts";
import { bridgeLine } from "./matter-words.ts";

const apple: FabricView = {
  index: 1,
  vendor: "Apple Home",
  vendorId: 0x1349,
  label: "",
  fabricId: "2906C908D115D362",
  nodeId: "00000000DEADBEEF",
};
const unknown: FabricView = { ...apple, index: 12, vendor: "vendor 0xFFF1", label: "Our \u001b[31mhome" };

const ONLINE: MatterView = {
  phase: "online",
  why: null,
  port: 5540,
  lamps: 98,
  leftOut: 2,
  leftOutLamps: [
    { reason: "not-admitted", count: 1, names: ["Unknown bulb"] },
    { reason: "over-maximum", count: 1, names: ["Porch"] },
  ],
  fabrics: [apple],
  window: null,
  openedBy: null,
};

test("each ecosystem has a line, in columns that line up", () => {
  expect(rowsIn(fabricTable([apple, unknown]))).toMatchObject([
    { NUMBER: "1", ECOSYSTEM: "Apple Home", "ITS NAME": "-", FABRIC: "2906C908D115D362" },
    { NUMBER: "12", ECOSYSTEM: "vendor 0xFFF1", "ITS NAME": "Our  [31mhome" },
  ]);
});

test("where there are none, it says how one is paired", () => {
  expect(fabricTable([])).toMatch(/^No ecosystem .*luxgate matter pair/);
});

test("ecosystems that a bridge has yet to read are not known, which is another thing than none", () => {
  expect(matterLines({ ...ONLINE, phase: "starting", fabrics: null }).join("\n")).toMatch(/ecosystems +not known yet/);
  expect(matterLines({ ...ONLINE, fabrics: [] }).join("\n")).toMatch(/ecosystems +none paired/);
  expect(fabricTable(null)).toMatch(/not read yet/);
});

test("the bridge is shown with its port, its lamps, who has them and whether pairing is open", () => {
  const text = matterLines(ONLINE).join("\n");
  expect(text).toMatch(/online, UDP port 5540/);
  expect(text).toMatch(/98 lamps \(2 left out\)/);
  expect(text).toMatch(/left out +1 not admitted: Unknown bulb\n +1 over the maximum of --matter-most: Porch\n/);
  expect(text).toMatch(/1 paired: Apple Home/);
  expect(text).toMatch(/closed.*luxgate matter pair/);
  const window = { qrText: "MT:Y", manualCode: "3497-011-2332", millisLeft: 125_000 };
  expect(matterLines({ ...ONLINE, window }).join("\n")).toMatch(/open for another 2 minutes/);
  expect(matterLines({ ...ONLINE, openedBy: "Apple Home" }).join("\n")).toMatch(
    /pairing +opened by Apple Home, .*luxgate matter close/,
  );
});

test("status has it in one line, with the reason where there is one", () => {
  const brief = { ...ONLINE, ecosystems: 1 };
  expect(bridgeLine(brief)).toBe("online, UDP port 5540, 98 lamps (2 left out), 1 ecosystem");
  expect(bridgeLine({ ...brief, phase: "failed", why: "port 5540 is in use" })).toBe("failed: port 5540 is in use");
});

test("an open window shows the code for typing, how long it is open and which apps take it, in short lines", () => {
  const window = { qrText: "MT:Y", manualCode: "3497-011-2332", millisLeft: 15 * 60_000 };
  const lines = pairingLines(window, "QR");
  expect(lines[0]).toBe("QR");
  const text = lines.join("\n");
  expect(text).toContain("3497-011-2332");
  expect(text).toMatch(/open for 15 minutes.*luxgate matter close/);
  for (const app of ["Apple Home", "Google Home", "Alexa", "SmartThings", "Home Assistant"])
    expect(text).toContain(app);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(90);
});
