import { effect, type ReadonlySignal } from "@preact/signals";
import { writeAddressFields } from "../address-fields.ts";

/** A dialog that is open. */
export interface OpenSheet {
  /** Closes it, with what was typed in it. */
  readonly close: () => void;
  /** Closes it unless something that was typed would be lost; whether it does. */
  readonly leave: () => boolean;
}

/**
 * Back closes the uppermost sheet, as each has an entry in the browser's history with the number of sheets that are open.
 * Whoever goes to another view leaves all of them behind.
 */
export function closeSheetsByBack(sheets: ReadonlySignal<readonly OpenSheet[]>): void {
  let path = pathNow();
  let isTravelling = false;
  const settle = () => {
    if (isTravelling) return;
    const missing = sheets.peek().length - depthNow();
    if (missing > 0) writeAddressFields();
    for (let count = 0; count < missing; count += 1) history.pushState({ sheets: depthNow() + 1 }, "");
    if (missing >= 0) return;
    isTravelling = true;
    history.go(missing);
  };
  let isFirst = true;
  effect(() => {
    void sheets.value;
    // A sheet that takes the place of another one takes its entry too.
    if (!isFirst) queueMicrotask(settle);
    isFirst = false;
  });
  addEventListener("popstate", () => {
    if (pathNow() !== path) return;
    const left = isTravelling ? [] : sheets.peek().slice(depthNow()).toReversed();
    isTravelling = false;
    const isRefused = !left.every((sheet) => sheet.leave());
    if (isRefused || left.length === 0) settle();
  });
  addEventListener("hashchange", () => {
    isTravelling = false;
    if (pathNow() !== path) for (const sheet of sheets.peek().toReversed()) sheet.close();
    path = pathNow();
    // The entry of a sheet that was left behind is passed over.
    if (sheets.peek().length === 0) settle();
  });
}

const pathNow = (): string => location.hash.replace(/\?.*$/s, "");

function depthNow(): number {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "sheets" in state ? Number(state.sheets) : 0;
}
