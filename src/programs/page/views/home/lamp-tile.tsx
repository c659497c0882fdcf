import { hexFromRgb } from "../../../../core/home/model/colour.ts";
import type { WireLight } from "../../../../libraries/client/types.ts";
import { coloursOf, isAbleTo, OFFLINE_WORDS, paintOf, stateWords } from "../../model/lamp-look.ts";
import { useUnsure } from "../../operator/use-unsure.ts";
import { type OpenedLamp, useParts } from "../../page-parts.ts";
import { useForAWhile } from "../../parts/for-a-while.ts";
import { Icon } from "../../parts/icon.tsx";
import { useTileGesture } from "./tile-gesture.ts";

const KEY_STEP = 5;
/** So long after the last key the brightness stands alone, in large. */
const STEPPED_MILLIS = 1_000;

/** A lamp: its light as wide as it is bright, in its real colours. */
export function LampTile({ isHidden, ...lamp }: OpenedLamp & { readonly isHidden: boolean }) {
  const { model } = useParts();
  const light = model.lights.get(lamp.lightId)?.shown.value;
  return light ? <Tile lamp={lamp} light={light} isHidden={isHidden} /> : null;
}

interface TileProps {
  readonly lamp: OpenedLamp;
  readonly light: WireLight;
  readonly isHidden: boolean;
}

function Tile({ lamp, light, isHidden }: TileProps) {
  const { model, commander, messages, opened } = useParts();
  const isUnsure = useUnsure(lamp.lightId);
  const device = model.devices.get(lamp.deviceId)?.shown.value;
  const name = light.name || device?.name || "Lamp";
  const isOffline = device?.online === 0;
  const isOn = light.on === 1 && !isOffline;
  const isDimmable = isAbleTo(light, "brightness") && !isOffline;
  const level = isAbleTo(light, "brightness") ? light.brightness : 100;
  const colours = coloursOf(light);
  const words = isOffline ? "offline" : stateWords(light, { isUnsure });
  const stepped = useForAWhile(STEPPED_MILLIS);
  const open = () => {
    opened.value = lamp;
  };
  const dim = (brightness: number) => {
    commander.setLight(lamp.lightId, { on: 1, brightness });
  };
  const { isDragging, listeners } = useTileGesture({
    level,
    onTap: () => {
      if (isOffline) messages.say(`${name} is ${OFFLINE_WORDS}.`);
      else commander.setLight(lamp.lightId, { on: isOn ? 0 : 1 });
    },
    onDim: isDimmable ? dim : undefined,
    onHold: open,
  });
  const isDimming = isOn && (isDragging || stepped.isSo);
  return (
    <div
      class="tile"
      hidden={isHidden}
      data-on={isOn}
      data-offline={isOffline}
      data-unsure={isUnsure}
      data-dimmable={isDimmable}
      data-dimming={isDimming}
      style={{ "--paint": paintOf(colours), "--glow": hexFromRgb(colours[0] ?? 0xffffff), "--level": `${level}%` }}
    >
      <button
        type="button"
        role="switch"
        class="tile-main"
        aria-checked={isOn}
        aria-label={`${name}, ${words}`}
        aria-keyshortcuts={isDimmable ? "ArrowLeft ArrowRight" : undefined}
        {...listeners}
        onKeyDown={(event) => {
          const step = { ArrowRight: KEY_STEP, ArrowLeft: -KEY_STEP }[event.key];
          if (step === undefined || !isDimmable) return;
          event.preventDefault();
          stepped.begin();
          dim(Math.min(100, Math.max(1, level + step)));
        }}
      >
        <span class="tile-name">{name}</span>
        <span class="tile-state">{isDimming ? `${level}%` : words}</span>
        <span class="tile-light">
          <span class="tile-fill" />
        </span>
      </button>
      <button type="button" class="tile-more" aria-label={`Details of ${name}`} onClick={open}>
        <Icon name="details" />
      </button>
    </div>
  );
}
