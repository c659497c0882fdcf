import { useEffect, useState } from "preact/hooks";

/** Texts by their names, such as the filters of a view. */
type Fields = Readonly<Record<string, string>>;

/** Browsers refuse pages that write their address too often. */
const SETTLE_MILLIS = 250;

/** By the path of a view, the last fields there: a link to the view has none. */
const lastQueries = new Map<string, string>();

let writeNow = () => {};

/** Writes at once what waits to be written: this entry of the browser's history is left. */
export const writeAddressFields = (): void => writeNow();

/**
 * The fields of a view as they are in its address, so that they are there after Back, after a reload and in a bookmark. A
 * link to the view that is open sets them to their defaults.
 */
export function useAddressFields<Of extends Fields>(defaults: Of): readonly [Of, (some: Partial<Of>) => void] {
  const [path] = useState(() => pathIn(location.hash));
  const [fields, setFields] = useState(() =>
    fieldsIn(queryIn(location.hash) || (lastQueries.get(path) ?? ""), defaults),
  );
  const query = queryFor(fields, defaults);
  useEffect(() => {
    lastQueries.set(path, query);
    const write = () => {
      if (pathIn(location.hash) === path) history.replaceState(history.state, "", path + query);
    };
    writeNow = write;
    const timer = setTimeout(write, SETTLE_MILLIS);
    return () => clearTimeout(timer);
  }, [path, query]);
  useEffect(() => {
    const read = () => {
      if (pathIn(location.hash) === path) setFields(fieldsIn(queryIn(location.hash), defaults));
    };
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, [path]);
  return [fields, (some) => setFields((now) => ({ ...now, ...some }))];
}

const pathIn = (hash: string): string => hash.replace(/\?.*$/s, "");
const queryIn = (hash: string): string => hash.slice(pathIn(hash).length);

/** Whatever else is in a query is nobody's. */
export function fieldsIn<Of extends Fields>(query: string, defaults: Of): Of {
  const given = new URLSearchParams(query);
  const known = Object.keys(defaults).flatMap((name) => {
    const text = given.get(name);
    return text === null ? [] : [[name, text] as const];
  });
  return { ...defaults, ...Object.fromEntries(known) };
}

/** "?text=hall"; fields with their defaults are left out. */
export function queryFor<Of extends Fields>(fields: Of, defaults: Of): string {
  const given = new URLSearchParams(Object.entries(fields).filter(([name, text]) => text !== defaults[name]));
  return given.size === 0 ? "" : `?${given}`;
}
