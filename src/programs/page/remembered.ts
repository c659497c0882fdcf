import { effect, type Signal, signal } from "@preact/signals";

/** A text that this browser keeps for the next visit and other tabs, as a signal; if it may not, until the page is left. */
export function remembered(name: string): Signal<string | undefined> {
  const kept = signal(withStorage((storage) => storage.getItem(`luxgate-${name}`)) ?? undefined);
  effect(() => {
    const text = kept.value;
    withStorage((storage) =>
      text === undefined ? storage.removeItem(`luxgate-${name}`) : storage.setItem(`luxgate-${name}`, text),
    );
  });
  addEventListener("storage", ({ key, newValue }) => {
    if (key === `luxgate-${name}`) kept.value = newValue ?? undefined;
  });
  return kept;
}

/** A browser may forbid its storage altogether. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
