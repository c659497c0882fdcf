import recorded from "../../contract/openapi/examples.json" with { type: "json" };
import { openApiDocument } from "../../contract/openapi/openapi.ts";
import { Representation } from "./representation.ts";

let kept: Representation | undefined;

/** The OpenAPI document, the same for every client; made when somebody asks for it first (G75). */
export function openApiRepresentation(): Representation {
  kept ??= new Representation([Buffer.from(JSON.stringify(openApiDocument(recorded)))], {
    packable: true,
    resident: true,
  });
  return kept;
}
