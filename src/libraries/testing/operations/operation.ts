import { type Static, type TObject, type TSchema, Type } from "typebox";
import { checked } from "../check-given.ts";
import type { Testbed } from "../testbed.ts";

/** Who commands a gateway under test. */
interface Caller {
  /** A caller on the network reads no files of this machine. */
  readonly mayReadFiles: boolean;
  /** Aborted when the caller no longer waits for the result. */
  readonly signal?: AbortSignal | undefined;
}

/** Begins its errors with what the caller calls the operation. */
type Check<Given extends TObject> = (what: string, given: unknown) => Static<Given>;

/** Something that a test can do with its gateway, from JavaScript and over the control address alike. */
export interface Operation<Given extends TObject = TObject, Outcome = unknown> {
  /** One sentence. */
  readonly summary: string;
  /** It changes nothing and needs nothing. */
  readonly isRead?: boolean;
  readonly given: Given;
  readonly result: TSchema;
  /** Where a schema alone cannot check what is given. */
  readonly check?: Check<Given>;
  /** What is different for a caller on the network, who has JSON alone. */
  readonly overNetwork?: {
    readonly given?: TObject;
    readonly check?: Check<Given>;
    readonly defaults?: Partial<Static<Given>>;
  };
  readonly run: (testbed: Testbed, given: Static<Given>, caller: Caller) => Outcome;
}

interface Declared<Given extends TObject, Result extends TSchema, Outcome> extends Operation<Given, Outcome> {
  readonly result: Result;
}

/** An operation whose function returns what its result declares, now or later. */
export const operation = <
  Given extends TObject,
  Result extends TSchema,
  Outcome extends Static<Result> | Promise<Static<Result>>,
>(
  declared: Declared<Given, Result, Outcome>,
): Operation<Given, Outcome> => declared;

/** What is given to an operation, if it is as declared; unknown words are refused with the nearest known one. */
export const checkedGiven = <Given extends TObject, Outcome>(
  name: string,
  { given: schema, check }: Operation<Given, Outcome>,
  given: unknown,
): Static<Given> => (check ? check(name, given) : checked(name, schema, given));

/** The result of an operation that has none; over the network it is an empty object. */
export const Nothing = Type.Unsafe<void>(Type.Object({}, { description: "Nothing" }));
