import { type TSchema, Type } from "typebox";
import { exactly } from "./values.ts";

/** How `data` of a successful answer holds its resources: spec §2.1, and G9 for who does it how. */
export type DataLayout = "arr" | "arr+len" | "obj" | "obj+arr";

/** An object without fields. */
export const Nothing = Type.Object({}, { additionalProperties: false });

/** Every HTTP answer: spec §2.1. */
export const Envelope = <Data extends TSchema>(data: Data) =>
  Type.Object({ code: Type.Integer(), msg: Type.String(), data });

/** The envelope of a success: spec §7 rule 1. */
export const SuccessEnvelope = (layout: DataLayout, resource: TSchema) => successOf(dataSchema(layout, resource));

/** The envelope of a success whose `data` is laid out in one of two ways. */
export const EitherEnvelope = (layouts: readonly [DataLayout, DataLayout], resource: TSchema) =>
  successOf(Type.Union(layouts.map((layout) => dataSchema(layout, resource))));

/** The envelope of a write that was done: G9. */
export const DoneEnvelope = () =>
  successOf(
    Type.Object(
      { arr: Type.Array(Nothing, { maxItems: 0, description: "Always empty" }), obj: Nothing },
      { additionalProperties: false },
    ),
  );

const successOf = <Data extends TSchema>(data: Data) =>
  Type.Object({
    code: exactly(0, "0: success"),
    msg: Type.Literal("success", { description: "Always `success`" }),
    data,
  });

function dataSchema(layout: DataLayout, resource: TSchema) {
  switch (layout) {
    case "arr":
      return Type.Object({ arr: Type.Array(resource), obj: Nothing }, { additionalProperties: false });
    case "arr+len":
      return Type.Object(
        {
          arr: Type.Array(resource),
          len: Type.Integer({ minimum: 0, description: "Number of items in `arr`" }),
          obj: Nothing,
        },
        { additionalProperties: false },
      );
    case "obj":
      return Type.Object({ obj: resource }, { additionalProperties: false });
    case "obj+arr":
      return Type.Object(
        { obj: resource, arr: Type.Array(resource, { maxItems: 0 }) },
        { additionalProperties: false },
      );
  }
}
