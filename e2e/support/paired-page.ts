import { expect, onTestFinished } from "vitest";
import { openPage, type Page, type ServedPage } from "./page-browser.ts";
import { Program } from "./program.ts";

interface Light {
  readonly id: string;
  readonly name: string;
  readonly on: number;
  readonly brightness: number;
  readonly color_cw: number;
  readonly color_rgb: number;
  readonly color_rgb_arr: readonly number[];
}

/** A light as the gateway tells it. */
export async function lightCalled({ url }: ServedPage, name: string): Promise<Light> {
  const { data } = (await (await fetch(`${url}/clip/v2/resource/light`)).json()) as { data: { arr: readonly Light[] } };
  const light = data.arr.find((one) => one.name === name);
  if (!light) throw new Error(`no light is called ${name}`);
  return light;
}

/** A page whose browser was paired with the button. */
export async function pairedPage(served: ServedPage, options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const { page, faults } = await openPage(served.url, options);
  onTestFinished(() => expect(faults).toEqual([]));
  await page.getByRole("switch", { name: "Worktop" }).click();
  await page.getByText("Waiting for the button").waitFor();
  await run(served, "press");
  await page.getByText("This browser is paired.").waitFor();
  await page.getByRole("switch", { name: "Worktop, 70%" }).waitFor();
  return page;
}

/** A command as a person gives it, which is done. */
export const run = async ({ folder }: ServedPage, ...words: readonly string[]) =>
  expect(await Program.start([...words, "--data-dir", folder]).end()).toBe(0);
