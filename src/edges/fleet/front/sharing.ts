import { isSame } from "../../../core/home/changes/replacement.ts";
import { isObject } from "../../../shared/is-object.ts";

/** A value that was read anew, with all that is equal to a former one taken from that: so what is kept does not grow. */
export function sharing<Value>(value: Value, former: unknown): Value {
  if (isSame(value, former)) return former as Value;
  if (!isObject(value) || !isObject(former)) return value;
  const shared: Record<string, unknown> = { ...value };
  for (const [field, own] of Object.entries(shared)) shared[field] = sharing(own, former[field]);
  return shared as Value;
}
