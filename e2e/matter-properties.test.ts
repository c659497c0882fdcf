import fc from "fast-check";
import { expect, test } from "vitest";
import { percentFromLevel } from "../src/edges/matter/lamps/levels.ts";
import { times } from "../test/support/depth.ts";
import { describeInNamespaces } from "./support/describe-in-namespaces.ts";
import type { MatterController } from "./support/matter-controller-process.ts";
import { MatterMachines } from "./support/matter-machines.ts";

const [ON_OFF, LEVEL, INFORMATION, COLOUR] = [6, 8, 57, 768];
const [ON, CURRENT_LEVEL, LABEL, MIREDS] = [0, 0, 5, 7];
const LAMP = "Ceiling";
const ANY_TIME = { optionsMask: {}, optionsOverride: {} };
const WHILE_OFF = { optionsMask: { executeIfOff: true }, optionsOverride: { executeIfOff: true } };

/** What somebody does to the lamp: an ecosystem, another client, or a hand at the lamp itself. */
type Deed =
  | { readonly by: "ecosystem"; readonly cluster: number; readonly command: string; readonly fields?: object }
  | { readonly by: "client"; readonly words: readonly string[] }
  | { readonly by: "hand" };

const level = fc.integer({ min: 1, max: 254 });
const mired = fc.integer({ min: 100, max: 600 });
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.constantFrom("on", "off", "toggle").map((command) => ({ by: "ecosystem", cluster: ON_OFF, command }) as const),
  fc
    .tuple(fc.constantFrom("moveToLevel", "moveToLevelWithOnOff"), level, fc.constantFrom(ANY_TIME, WHILE_OFF))
    .map(
      ([command, at, when]) => ({ by: "ecosystem", cluster: LEVEL, command, fields: { level: at, ...when } }) as const,
    ),
  mired.map((colorTemperatureMireds) => {
    const fields = { colorTemperatureMireds, transitionTime: 0, ...WHILE_OFF };
    return { by: "ecosystem", cluster: COLOUR, command: "moveToColorTemperature", fields } as const;
  }),
  fc
    .constantFrom("on", "off", "1%", "33%", "100%", "2000K", "3333K", "6500K")
    .map((word) => ({ by: "client", words: [word] }) as const),
  fc.constant({ by: "hand" } as const),
);

async function perform(
  machines: MatterMachines,
  controller: MatterController,
  endpoint: number,
  one: Deed,
): Promise<void> {
  switch (one.by) {
    case "ecosystem":
      expect(await controller.invoke(endpoint, one.cluster, one.command, one.fields)).toBe(0);
      break;
    case "client":
      await machines.set(LAMP, ...one.words);
      break;
    case "hand":
      await machines.operator.done({ command: "sim.switch", with: { device: LAMP, to: "toggle" } });
      break;
    default:
      one satisfies never;
  }
}

/** What an ecosystem sees, in the words of the home. */
async function seen(controller: MatterController, endpoint: number): Promise<object> {
  const at = (cluster: number, attribute: number) => controller.value(endpoint, cluster, attribute);
  const [on, current, mireds] = [await at(ON_OFF, ON), await at(LEVEL, CURRENT_LEVEL), await at(COLOUR, MIREDS)];
  return { on, brightnessPercent: percentFromLevel(Number(current)), mireds };
}

/** What the home shows, once its lamp has confirmed it. */
async function shown(machines: MatterMachines): Promise<object> {
  const { on, brightnessPercent, colours } = (await machines.device(LAMP)).lights[0];
  return { on, brightnessPercent, mireds: Math.round(1e6 / Number.parseInt(colours[0], 10)) };
}

describeInNamespaces("a lamp that an ecosystem, other clients and hands control at once", () => {
  test("is shown alike to all of them in the end, and nobody's last word is lost", { timeout: 900_000 }, async () => {
    const machines = await MatterMachines.start();
    const controller = await machines.paired();
    const labels = await controller.read({ cluster: INFORMATION, attribute: LABEL });
    const endpoint = labels.find(({ value }) => value === LAMP)?.endpoint ?? 0;
    const story = fc.array(deed, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(story, fc.boolean(), async (deeds, together) => {
        const given = deeds.map((one) => () => perform(machines, controller, endpoint, one));
        if (together) await Promise.all(given.map((give) => give()));
        else for (const give of given) await give();
        await expect
          .poll(async () => seen(controller, endpoint).then(async (one) => [one, await shown(machines)]))
          .toSatisfy(([one, other]) => JSON.stringify(one) === JSON.stringify(other));
      }),
      { numRuns: times(100) },
    );
  });
});
