import { codeOf } from "../../../shared/error-code.ts";
import { outputPlace } from "../../../shared/output-file.ts";
import { CommandFault } from "../command-fault.ts";

/** How a file is to be written that a person named; what speaks against writing it is a fault, in words. */
export function mayWrite(file: string, mayOverwrite: boolean): "file" | "stream" {
  const place = placeOf(file);
  if (typeof place === "object") throw new CommandFault([`${file} ${place.unfit}.`]);
  if (place === "file" && !mayOverwrite) {
    throw new CommandFault([`${file} already exists. Add --force to overwrite it.`]);
  }
  return place === "stream" ? "stream" : "file";
}

function placeOf(file: string): ReturnType<typeof outputPlace> {
  try {
    return outputPlace(file);
  } catch (error) {
    throw new CommandFault([`${file} cannot be written (${codeOf(error)}).`], error);
  }
}
