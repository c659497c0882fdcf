import type { Mutant } from "./mutant.ts";
import { BROKEN_ANSWERS } from "./mutants-answers.ts";
import { BROKEN_COMMANDS } from "./mutants-commands.ts";
import { BROKEN_EXTENSIONS } from "./mutants-extensions.ts";
import { BROKEN_FILTERS } from "./mutants-filters.ts";
import { BROKEN_NETWORK } from "./mutants-network.ts";
import { BROKEN_PARAMETERS } from "./mutants-parameters.ts";
import { BROKEN_REQUESTS } from "./mutants-requests.ts";
import { BROKEN_RESOURCES } from "./mutants-resources.ts";
import { BROKEN_SCENE_FILTERS } from "./mutants-scene-filters.ts";
import { BROKEN_SINGLE_READS } from "./mutants-single-reads.ts";

/** Every broken gateway that the checker is shown to find out. */
export const MUTANTS: readonly Mutant[] = [
  ...BROKEN_ANSWERS,
  ...BROKEN_RESOURCES,
  ...BROKEN_SINGLE_READS,
  ...BROKEN_FILTERS,
  ...BROKEN_PARAMETERS,
  ...BROKEN_SCENE_FILTERS,
  ...BROKEN_EXTENSIONS,
  ...BROKEN_REQUESTS,
  ...BROKEN_NETWORK,
  ...BROKEN_COMMANDS,
];
