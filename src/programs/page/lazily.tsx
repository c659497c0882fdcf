import { type ReadonlySignal, signal } from "@preact/signals";
import type { ComponentType } from "preact";

/** A component that is loaded the first time that it is drawn. */
export function lazily(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ReadonlySignal<ComponentType | "failed" | undefined> | undefined;
  const begin = () => {
    const content = signal<ComponentType | "failed" | undefined>(undefined);
    load().then(
      (component) => {
        content.value = component;
      },
      () => {
        content.value = "failed";
        loaded = undefined;
      },
    );
    return content;
  };
  return () => {
    loaded ??= begin();
    const Content = loaded.value;
    if (Content === "failed") return <p class="waiting">This part of the page did not load. Try again.</p>;
    return Content ? <Content /> : null;
  };
}
