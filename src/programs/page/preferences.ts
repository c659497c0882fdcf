import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { remembered } from "./remembered.ts";

export const THEMES = ["auto", "dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

export const LAYOUTS = ["grouped", "compact"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** How this person wants to see the page, kept in the browser. */
export class Preferences {
  readonly #theme = remembered("theme");
  readonly #layout = remembered("layout");

  readonly theme: ReadonlySignal<Theme> = computed(() => oneOf(THEMES, this.#theme.value));
  readonly layout: ReadonlySignal<Layout> = computed(() => oneOf(LAYOUTS, this.#layout.value));

  constructor() {
    effect(() => {
      document.documentElement.setAttribute("data-theme", this.theme.value);
    });
  }

  takeTheme(theme: Theme): void {
    this.#theme.value = theme;
  }

  takeLayout(layout: Layout): void {
    this.#layout.value = layout;
  }
}

const oneOf = <Value extends string>(values: readonly [Value, ...Value[]], kept: string | undefined): Value =>
  values.find((value) => value === kept) ?? values[0];
