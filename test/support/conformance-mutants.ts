import type { Mutant } from "./conformance-mutant.ts";
import { BROKEN_ANSWERS } from "./conformance-mutants-answers.ts";
import { BROKEN_NETWORK } from "./conformance-mutants-network.ts";
import { BROKEN_READS } from "./conformance-mutants-reads.ts";
import { BROKEN_REQUESTS } from "./conformance-mutants-requests.ts";
import { BROKEN_RESOURCES } from "./conformance-mutants-resources.ts";
import { BROKEN_WISHES } from "./conformance-mutants-wishes.ts";

/** Every broken gateway that the checker is shown to find out. */
export const MUTANTS: readonly Mutant[] = [
  ...BROKEN_ANSWERS,
  ...BROKEN_RESOURCES,
  ...BROKEN_READS,
  ...BROKEN_REQUESTS,
  ...BROKEN_NETWORK,
  ...BROKEN_WISHES,
];
