import { StatusResponse } from "@matter/main/types";

/** An enum of Matter, as TypeScript makes it. */
type Enum = Readonly<Record<string, string | number>>;

/**
 * Refuses requests that Matter does not define: an enum with another number (CONSTRAINT_ERROR), or a step of no size
 * (INVALID_COMMAND). matter.js 0.17.9 carries them out.
 */
export const checkedBy =
  (enums: Readonly<Record<string, Enum>>) =>
  <Request extends object>(request: Request): Request => {
    for (const [field, value] of Object.entries(request)) {
      const defined = enums[field];
      if (defined && !Object.values(defined).includes(value)) {
        throw new StatusResponse.ConstraintErrorError(`${field} has no meaning for ${value}`);
      }
    }
    if ("stepSize" in request && request.stepSize === 0) throw new StatusResponse.InvalidCommandError("stepSize is 0");
    return request;
  };
