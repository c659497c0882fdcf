import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useClearSearch } from "./clear-search.ts";
import { GatewayChoice } from "./fleet/gateway-choice.tsx";
import { useParts } from "./page-parts.ts";
import { IconButton } from "./parts/controls.tsx";
import { Icon } from "./parts/icon.tsx";
import { LAYOUTS } from "./preferences.ts";
import { addressOf } from "./route.ts";
import { useShownView } from "./shown-view.ts";
import { ThemeButton } from "./theme-button.tsx";

/** The bar on top: whose home this is, a search, and how the page looks. */
export function TopBar() {
  const { search, fleet } = useParts();
  const view = useShownView();
  return (
    <header class="top-bar">
      <Brand />
      <GatewayChoice />
      {view === "home" && <Search label="Search lamps and rooms" text={search} />}
      {view === "gateways" && <Search label="Search gateways and lamps" text={fleet.search} />}
      {view !== "home" && view !== "gateways" && <span class="grow" />}
      {view === "home" && <LayoutButton />}
      <ThemeButton />
    </header>
  );
}

function Brand() {
  const { access, fleet } = useParts();
  const clearSearch = useClearSearch("home");
  return (
    <>
      <a class="brand" href={addressOf("home", fleet.gatewayId.value)} aria-label="Luxgate" onClick={clearSearch}>
        <svg viewBox="22 14 56 66" aria-hidden="true" focusable="false">
          <path class="brand-frame" d="M24 79V43a26 26 0 0 1 52 0v36" />
          <path class="brand-door" d="M33 79V43a17 17 0 0 1 34 0v36z" />
        </svg>
        <span>Luxgate</span>
      </a>
      {access.isOperator.value && <span class="badge">operator</span>}
    </>
  );
}

function Search({ label, text }: { readonly label: string; readonly text: Signal<string> }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <search class="search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder="Search"
        autocomplete="off"
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
      />
      {text.value !== "" && (
        <IconButton
          label="Clear search"
          icon="close"
          onPress={() => {
            text.value = "";
            input.current?.focus();
          }}
        />
      )}
    </search>
  );
}

function LayoutButton() {
  const { preferences } = useParts();
  const layout = preferences.layout.value;
  const next = layout === "grouped" ? LAYOUTS[1] : LAYOUTS[0];
  return <IconButton label={`Switch to ${next} view`} icon={next} onPress={() => preferences.takeLayout(next)} />;
}
