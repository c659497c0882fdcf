import { useParts } from "./page-parts.ts";
import { IconButton } from "./parts/controls.tsx";
import { Icon } from "./parts/icon.tsx";
import { LAYOUTS, THEMES } from "./preferences.ts";

/** The bar on top: whose home this is, a search, and how the page looks. */
export function TopBar() {
  const { route } = useParts();
  return (
    <header class="top-bar">
      <Brand />
      {route.value === "home" ? <Search /> : <span class="grow" />}
      {route.value === "home" && <LayoutButton />}
      <ThemeButton />
    </header>
  );
}

function Brand() {
  const { access } = useParts();
  return (
    <>
      <a class="brand" href="#/home" aria-label="Luxgate">
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

function Search() {
  const { search } = useParts();
  return (
    <search class="search">
      <Icon name="search" />
      <input
        type="search"
        aria-label="Search lamps and rooms"
        placeholder="Search"
        autocomplete="off"
        value={search.value}
        onInput={({ currentTarget }) => {
          search.value = currentTarget.value;
        }}
      />
    </search>
  );
}

function LayoutButton() {
  const { preferences } = useParts();
  const layout = preferences.layout.value;
  const next = layout === "grouped" ? LAYOUTS[1] : LAYOUTS[0];
  return <IconButton label={`Switch to ${next} view`} icon={next} onPress={() => preferences.takeLayout(next)} />;
}

function ThemeButton() {
  const { preferences } = useParts();
  const theme = preferences.theme.value;
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "auto";
  return (
    <IconButton label={`Theme: ${theme}. Switch to ${next}`} icon={theme} onPress={() => preferences.takeTheme(next)} />
  );
}
