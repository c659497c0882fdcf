import { METHODS } from "node:http";
import { Type } from "typebox";
import { OPERATIONS } from "../../core/contract/operations.ts";
import { nearestWord } from "../../shared/nearest-word.ts";

/** Another one would never come: Node takes no other. */
export const Method = Type.Refine(
  Type.String({ description: "a method such as GET, case-insensitive", examples: [...METHODS] }),
  (method) => METHODS.includes(method.toUpperCase()),
);

const KNOWN_PATHS: readonly (readonly string[])[] = [...new Set(Object.values(OPERATIONS).map(({ path }) => path))].map(
  (path) => path.split("/"),
);

const isParameter = (step: string): boolean => step.startsWith(":");

export const PATH_WORDS =
  "a path without its query, such as /clip/v2/resource/light (to select several paths, or part of one, use pattern)";

/**
 * What is no path never comes, a step such as :id is a word of documents, and what is nearly a path of the gateway is
 * misspelt. Any other may come.
 */
export const Path = Type.Refine(
  Type.String({
    description: PATH_WORDS,
    examples: KNOWN_PATHS.filter((steps) => !steps.some(isParameter)).map((steps) => steps.join("/")),
  }),
  (path) => /^\/[!-~]*$/.test(path) && !/[?#]|\/:/.test(path) && !isMisspelt(path.split("/")),
);

function isMisspelt(steps: readonly string[]): boolean {
  const paths = KNOWN_PATHS.filter(({ length }) => length === steps.length);
  const isOneThat = (isFit: (step: string, known: string) => boolean) =>
    paths.some((path) => path.every((known, index) => isParameter(known) || isFit(steps[index] ?? "", known)));
  return (
    !isOneThat((step, known) => step === known) &&
    isOneThat((step, known) => step === known || nearestWord(step, [known]) !== undefined)
  );
}
