import { describe, expect, test } from "vitest";
import { ControlledHome } from "./support/controlled-home.ts";
import { Terminal } from "./support/terminal.ts";

/** What each command would remove, in its own words. */
const REMOVALS = [
  {
    command: ["device", "remove", "wardrobe"],
    warning: '"Wardrobe" (LX20401-0001, in Bedroom) will be removed. It can join again.',
    done: '"Wardrobe" (LX20401-0001) was removed. It can join again.',
  },
  {
    command: ["room", "remove", "kitchen"],
    warning: 'The room "Kitchen" will be removed with 1 scene. 2 devices will be in no room.',
    done: 'The room "Kitchen" was removed with 1 scene. 2 devices are now in no room.',
  },
  {
    command: ["scene", "remove", "night"],
    warning: 'The scene "Night" of Bedroom will be removed.',
    done: 'The scene "Night" of Bedroom was removed.',
  },
] as const;

const NEEDS_YES = "Nothing was changed. Add --yes to confirm.";

describe.each(REMOVALS)("luxgate $command", ({ command, warning, done }) => {
  test("where nobody can be asked refuses in one line, and with --yes does it", async () => {
    const home = await ControlledHome.start();
    const before = await home.luxgate("export");
    expect(await home.luxgate(...command)).toEqual({ code: 1, output: "", errors: `${warning} ${NEEDS_YES}\n` });
    expect(await home.luxgate("export")).toEqual(before);
    expect(await home.luxgate(...command, "--yes")).toEqual({ code: 0, output: `${done}\n`, errors: "" });
    expect((await home.luxgate(...command, "--yes")).errors).toMatch(/^No (device|room|scene) is called /);
  });

  test("asks at a terminal: Enter alone is a no, y is a yes", async () => {
    const home = await ControlledHome.start();
    const inTerminal = async (answer: string): Promise<{ readonly code: number | null; readonly output: string }> => {
      const terminal = new Terminal([...command, "--data-dir", home.folder], { columns: 200 });
      await terminal.says(/Continue\? \[y\/N\] /);
      terminal.type(answer);
      return { code: await terminal.end(), output: terminal.output };
    };
    const no = await inTerminal("\r");
    expect(no).toEqual({ code: 1, output: expect.stringContaining("Nothing was changed.\n") });
    expect(no.output).toContain(warning);
    expect(await inTerminal("y\r")).toEqual({ code: 0, output: expect.stringContaining(`${done}\n`) });
  });
});

test("what cannot be removed is refused before anybody is asked", async () => {
  const home = await ControlledHome.start();
  expect(await home.luxgate("device", "remove", "Luxgate")).toMatchObject({
    errors: "The gateway itself cannot be removed.\n",
  });
  expect(await home.luxgate("room", "remove", "Whole house")).toMatchObject({
    errors: '"Whole house" cannot be removed: every home has it.\n',
  });
  expect((await home.luxgate("device", "remove", "Wardrob")).errors).toMatch(/^No device is called "Wardrob"; did you/);
});
