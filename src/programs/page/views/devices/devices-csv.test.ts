import { expect, test } from "vitest";
import { aDeviceRow } from "../../../../../test/support/page/device-row.ts";
import { readCsv } from "../../../../shared/csv.ts";
import { csvOf } from "./devices-csv.ts";

test("what is shown as a table that a spreadsheet reads and gives back, without formulas", () => {
  const csv = csvOf([aDeviceRow({ name: "=1+1", room: "Kitchen; left", linkQuality: 120, batteryPercent: 0 })]);
  expect(csv.split("\n")[1]).toMatch(/^'=1\+1,"Kitchen; left",/);
  const rows = readCsv(csv);
  if ("message" in rows) throw new Error(rows.message);
  const [headings = [], row = []] = rows;
  const cells = Object.fromEntries(headings.map(({ text }, at) => [text, row[at]?.text]));
  expect(cells).toMatchObject({
    name: "=1+1",
    "link quality": "120",
    battery: "0",
    "last seen": "",
    "new version": "",
  });
});
