import { expect, test } from "vitest";
import { openAsOperator, type Page, servePage } from "./support/page-browser.ts";
import { Program } from "./support/program.ts";

const lamp = (page: Page, words: string) => page.getByRole("switch", { name: words });

test("two browsers and a command line agree, whoever of them changes something", async () => {
  const served = await servePage();
  const [one, other] = [(await openAsOperator(served)).page, (await openAsOperator(served)).page];
  for (const page of [one, other]) await lamp(page, "Ceiling, 100%").waitFor();

  const byHand = Program.start(["set", "Ceiling", "30%", "--data-dir", served.folder]);
  expect(await byHand.end()).toBe(0);
  for (const page of [one, other]) await lamp(page, "Ceiling, 30%").waitFor();

  await lamp(one, "Ceiling, 30%").click();
  await lamp(other, "Ceiling, off").waitFor();
  const looked = Program.start(["devices", "--name", "Ceiling", "--json", "--data-dir", served.folder]);
  expect(await looked.end()).toBe(0);
  expect(JSON.parse(looked.output)).toMatchObject([{ name: "Ceiling", state: "off" }]);

  await other.getByRole("switch", { name: "Lights of Kitchen" }).click();
  for (const page of [one, other]) await lamp(page, "Ceiling, 30%").waitFor();
});
