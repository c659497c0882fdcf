import { type TSchema, Type } from "typebox";
import { OPERATIONS } from "../../core/contract/operations.ts";
import { strict } from "../../edges/home-file/schema.ts";
import { checked } from "./check-given.ts";
import { JsonMisbehaviour, Misbehaviour } from "./misbehaviour.ts";

/** One way to misbehave at one door, and when that can be. */
interface Form {
  readonly door: string;
  readonly kind: string;
  readonly on: TSchema;
  readonly as: TSchema;
}

const formsOf = ({ anyOf }: typeof Misbehaviour | typeof JsonMisbehaviour): readonly Form[] =>
  anyOf.flatMap(({ properties: { on, as } }) => {
    const ways = "anyOf" in as ? as.anyOf : [as];
    return ways.map((way) => ({ door: on.properties.door.const, kind: way.properties.kind.const, on, as: way }));
  });

const FORMS = formsOf(Misbehaviour);
const JSON_FORMS = formsOf(JsonMisbehaviour);

const EVENTS_PATH = OPERATIONS.watchEvents.path;

const AnyObject = Type.Object({}, { description: "an object" });

/** Refuses unknown words, and what cannot happen where it is to happen. */
export const checkedMisbehaviour = (what: string, given: unknown): Misbehaviour => checkedAs(FORMS, what, given);

/** The same for one that comes over the network. */
export const checkedJsonMisbehaviour = (what: string, given: unknown): Misbehaviour =>
  checkedAs(JSON_FORMS, what, given);

function checkedAs(allForms: readonly Form[], what: string, given: unknown): Misbehaviour {
  checked(what, Type.Object({ on: AnyObject, as: AnyObject }, strict("{ on, as }")), given);
  const { on, as } = Object(given);
  const doors = allForms.map(({ door }) => door);
  checked(what, Type.Object({ on: Type.Object({ door: Type.Optional(oneOf(doors)) }) }), { on });
  const { door = "http" } = on;
  const forms = allForms.filter((form) => form.door === door);
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
  if (as.kind.startsWith("lose-") && typeof on.path === "string" && on.path !== EVENTS_PATH)
    throw new TypeError(
      `${what}: on: path: expected ${EVENTS_PATH}, because only event streams have what ${as.kind} loses`,
    );
  return given as Misbehaviour;
}

const oneOf = (words: readonly string[], door?: string) => {
  const choices = [...new Set(words)];
  const where = door === undefined ? "" : ` where door is "${door}"`;
  return Type.Enum(choices, { description: `one of ${choices.join(", ")}${where}` });
};
