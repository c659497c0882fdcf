import { useParts } from "./page-parts.ts";
import { IconButton } from "./parts/controls.tsx";
import { useForAWhile } from "./parts/for-a-while.ts";
import { THEMES, type Theme } from "./preferences.ts";

const WORDS: Readonly<Record<Theme, string>> = { auto: "automatic", dark: "dark", light: "light" };

/** Long enough to be read, and to be compared with the next. */
const SHOWN_MILLIS = 2_500;

/** Switches the theme, and says for a moment which one it is: automatic looks like one of the others. */
export function ThemeButton() {
  const { preferences } = useParts();
  const { isSo: isNew, begin } = useForAWhile(SHOWN_MILLIS);
  const theme = preferences.theme.value;
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "auto";
  return (
    <div class="theme">
      <IconButton
        label={`Theme: ${WORDS[theme]}. Switch to ${WORDS[next]}`}
        icon={theme}
        onPress={() => {
          preferences.takeTheme(next);
          begin();
        }}
      />
      <p class="theme-words" role="status">
        {isNew && <span>Theme: {WORDS[theme]}</span>}
      </p>
    </div>
  );
}
