import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedHome } from "../generated-home.ts";
import type { Bench } from "./measurement.ts";
import { type Server, startGateway } from "./process.ts";

export const LIGHTS_PATH = "/clip/v2/resource/light";

export interface LargeHome extends Server {
  readonly stateFolder: string;
}

interface HomeOptions {
  readonly lights: number;
  readonly nodeOptions?: readonly string[];
  /** Lamps have a name and a product, and nothing else is said of them. */
  readonly areBare?: boolean;
  /** More arguments of `luxgate serve`. */
  readonly args?: readonly string[];
  readonly onBothCores?: boolean | undefined;
}

/** Our program with so many lights. */
export async function startHome(
  { folder, progress }: Bench,
  name: string,
  { lights, areBare = false, nodeOptions = [], args = [], onBothCores }: HomeOptions,
): Promise<LargeHome> {
  progress.at(`${name}: starting with ${lights} lights`);
  const file = join(folder, `${name}-${lights}.yaml`);
  writeFileSync(file, generatedHome(lights, 0, { areBare }));
  const stateFolder = join(folder, `${name}-${lights}`);
  const gateway = await startGateway(stateFolder, ["--home", file, ...args], { nodeOptions, onBothCores });
  progress.clear();
  return { ...gateway, stateFolder };
}

/** The lights of a home, evenly spread over its list. */
export async function lightIds(url: string, count = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
  const answer = await fetch(`${url}${LIGHTS_PATH}`);
  const { data } = (await answer.json()) as { readonly data: { readonly arr: readonly { readonly id: string }[] } };
  const every = Math.max(1, Math.floor(data.arr.length / count));
  return data.arr.filter((_, place) => place % every === 0).map(({ id }) => id);
}
