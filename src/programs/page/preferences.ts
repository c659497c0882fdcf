import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { remembered } from "./remembered.ts";

export const THEMES = ["auto", "dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

export const LAYOUTS = ["grouped", "compact"] as const;
export type Layout = (typeof LAYOUTS)[number];

const MOST_FAVOURITES = 100;

/** How this person wants to see the page, kept in the browser. */
export class Preferences {
  readonly #theme = remembered("theme");
  readonly #layout = remembered("layout");
  readonly #favourites = remembered("favourites");

  readonly theme: ReadonlySignal<Theme> = computed(() => oneOf(THEMES, this.#theme.value));
  readonly layout: ReadonlySignal<Layout> = computed(() => oneOf(LAYOUTS, this.#layout.value));

  /** The ids of lamps, sync boxes and rooms that come first. */
  readonly favourites: ReadonlySignal<ReadonlySet<string>> = computed(
    () => new Set(this.#favourites.value?.split(" ").filter(Boolean)),
  );

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

  /** Favourites of a home that is no longer there are forgotten as others follow. */
  takeFavourite(id: string, isFavourite: boolean): void {
    const others = [...this.favourites.peek()].filter((one) => one !== id);
    const kept = [...others, ...(isFavourite ? [id] : [])].slice(-MOST_FAVOURITES);
    this.#favourites.value = kept.length === 0 ? undefined : kept.join(" ");
  }
}

const oneOf = <Value extends string>(values: readonly [Value, ...Value[]], kept: string | undefined): Value =>
  values.find((value) => value === kept) ?? values[0];
