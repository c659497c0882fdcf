import { expect, test } from "vitest";
import { displayWidth } from "../src/programs/cli/terminal/display-width.ts";
import { ControlledHome } from "./support/controlled-home.ts";
import { Terminal } from "./support/terminal.ts";

const LONG_NAME = "The lamp over the large table 灯 🛋️ in the corner by the window to the garden";

test("tables keep within a narrow terminal, and are whole where they go elsewhere", async () => {
  const home = await ControlledHome.start();
  expect(await home.luxgate("device", "rename", "Ceiling", LONG_NAME)).toMatchObject({ code: 0 });
  for (const columns of [40, 60, 80, 120]) {
    const terminal = new Terminal(["devices", "--data-dir", home.folder], { columns });
    expect(await terminal.end()).toBe(0);
    for (const line of terminal.output.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    for (const word of LONG_NAME.split(" ")) expect(terminal.output).toContain(word);
    expect(terminal.output).toContain("LX20302-0001");
  }
  expect((await home.luxgate("devices")).output).toMatch(
    new RegExp(`^${LONG_NAME}  Kitchen +ceiling lamp +LX20302-0001 `, "m"),
  );
});
