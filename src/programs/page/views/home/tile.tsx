import { hexFromRgb } from "../../../../core/home/model/colour.ts";
import type { DeviceIcon } from "../../model/device-icon.ts";
import { paintOf } from "../../model/lamp-look.ts";
import { useForAWhile } from "../../parts/for-a-while.ts";
import { Icon } from "../../parts/icon.tsx";
import { useTileGesture } from "./tile-gesture.ts";

const KEY_STEP = 5;
/** So long after the last key the brightness stands alone, in large. */
const STEPPED_MILLIS = 1_000;

interface TileProps {
  readonly name: string;
  /** Where it is, among those of several rooms. */
  readonly place?: string | undefined;
  /** How it is: "80% · 2700 K". */
  readonly words: string;
  /** What its icon adds to that. */
  readonly hint?: string | undefined;
  readonly icon: DeviceIcon;
  readonly isOn: boolean;
  readonly isOffline: boolean;
  /** For what is only on or off. */
  readonly isPlain?: boolean;
  readonly isUnsure?: boolean;
  /** In percent. */
  readonly level: number;
  readonly colours: readonly number[];
  readonly onTap: () => void;
  /** Undefined for what cannot be dimmed. */
  readonly onDim: ((level: number) => void) | undefined;
  readonly onOpen: () => void;
}

/** A lamp or sync box: its light as wide as it is bright, in its real colours. */
export function Tile({ name, place, words, hint, icon, isOn, isOffline, level, colours, ...rest }: TileProps) {
  const stepped = useForAWhile(STEPPED_MILLIS);
  const { onTap, onDim, onOpen, isUnsure = false, isPlain = false } = rest;
  const { isDragging, listeners } = useTileGesture({ level, onTap, onDim, onHold: onOpen });
  const isDimming = isOn && (isDragging || stepped.isSo);
  return (
    <div
      class="tile"
      data-on={isOn}
      data-offline={isOffline}
      data-unsure={isUnsure}
      data-many={colours.length > 1}
      data-dimmable={onDim !== undefined}
      data-dimming={isDimming}
      style={{ "--paint": paintOf(colours), "--glow": hexFromRgb(colours[0] ?? 0xffffff), "--level": `${level}%` }}
    >
      <button
        type="button"
        role="switch"
        class="tile-main"
        aria-checked={isOn}
        aria-label={[name, words, hint, place].filter(Boolean).join(", ")}
        aria-keyshortcuts={onDim ? "ArrowLeft ArrowRight" : undefined}
        {...listeners}
        onKeyDown={(event) => {
          const step = { ArrowRight: KEY_STEP, ArrowLeft: -KEY_STEP }[event.key];
          if (step === undefined || !onDim) return;
          event.preventDefault();
          stepped.begin();
          onDim(Math.min(100, Math.max(1, level + step)));
        }}
      >
        <span class="tile-name">{name}</span>
        {place && <span class="tile-place">{place}</span>}
        <span class="tile-state">
          <Icon name={icon} />
          <span class="tile-words">{isDimming ? `${level}%` : words}</span>
        </span>
        <span class={isPlain ? "tile-light tile-light-plain" : "tile-light"}>
          <span class="tile-fill" />
        </span>
      </button>
      <button type="button" class="tile-more" aria-label={`Details of ${name}`} onClick={onOpen}>
        <Icon name="details" />
      </button>
    </div>
  );
}
