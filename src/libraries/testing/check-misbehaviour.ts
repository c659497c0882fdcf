import { type TSchema, Type } from "typebox";
import { strict } from "../../edges/home-file/schema.ts";
import { checked } from "./check-given.ts";
import { Misbehaviour } from "./misbehaviour.ts";

/** One way to misbehave at one door, and when that can be. */
interface Form {
  readonly door: string;
  readonly kind: string;
  readonly on: TSchema;
  readonly as: TSchema;
}

const FORMS: readonly Form[] = Misbehaviour.anyOf.flatMap(({ properties: { on, as } }) => {
  const ways = "anyOf" in as ? as.anyOf : [as];
  return ways.map((way) => ({ door: on.properties.door.const, kind: way.properties.kind.const, on, as: way }));
});

const AnyObject = Type.Object({}, { description: "an object" });

/** Refuses unknown words, and what cannot happen where it is to happen. */
export function checkedMisbehaviour(given: unknown): Misbehaviour {
  const what = "misbehave";
  checked(what, Type.Object({ on: AnyObject, as: AnyObject }, strict("{ on, as }")), given);
  const { on, as } = Object(given);
  const doors = FORMS.map(({ door }) => door);
  checked(what, Type.Object({ on: Type.Object({ door: Type.Optional(oneOf(doors)) }) }), { on });
  const { door = "http" } = on;
  const forms = FORMS.filter((form) => form.door === door);
  checked(
    what,
    Type.Object({
      as: Type.Object({
        kind: oneOf(
          forms.map(({ kind }) => kind),
          door,
        ),
      }),
    }),
    { as },
  );
  const { on: when = AnyObject, as: way = AnyObject } = forms.find(({ kind }) => kind === as.kind) ?? {};
  checked(what, Type.Object({ on: when, as: way }), given);
  return given as Misbehaviour;
}

const oneOf = (words: readonly string[], door?: string) => {
  const choices = [...new Set(words)];
  const where = door === undefined ? "" : ` where door is "${door}"`;
  return Type.Enum(choices, { description: `one of ${choices.join(", ")}${where}` });
};
