import { hexFromRgb } from "../../../../core/home/model/colour.ts";
import type { WireLight } from "../../../../libraries/client/types.ts";
import { exactWords, isAbleTo, OFFLINE_WORDS, stateWords, whiteLook } from "../../model/lamp-look.ts";
import { useUnsure } from "../../operator/use-unsure.ts";
import { type OpenedLamp, useParts } from "../../page-parts.ts";
import { Slider, Switch } from "../../parts/controls.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { ColourParts } from "./colour-parts.tsx";
import { ExactValues } from "./exact-values.tsx";
import { Part } from "./part.tsx";

const WHITE = { warmest: 2000, coolest: 6500, step: 50 } as const;

/** The details of the lamp that is open, if one is. */
export function LampSheet() {
  const { model, opened } = useParts();
  const lamp = opened.value;
  const light = lamp && model.lights.get(lamp.lightId)?.shown.value;
  return lamp && light ? <Details lamp={lamp} light={light} /> : null;
}

interface DetailsProps {
  readonly lamp: OpenedLamp;
  readonly light: WireLight;
}

function Details({ lamp, light }: DetailsProps) {
  const { model, commander, opened } = useParts();
  const isUnsure = useUnsure(lamp.lightId);
  const device = model.devices.get(lamp.deviceId)?.shown.value;
  const room = model.rooms.get(lamp.roomId)?.name.value ?? "";
  const name = light.name || device?.name || "Lamp";
  const isOffline = device?.online === 0;
  const isWhite = light.color_mode === 2;
  const set = (command: Parameters<typeof commander.setLight>[1]) => commander.setLight(lamp.lightId, command);
  return (
    <Sheet
      title={name}
      onClose={() => {
        opened.value = undefined;
      }}
    >
      <fieldset disabled={isOffline}>
        <div class="lamp-place">
          <p class="quiet">
            {room} · {device?.product.cat3_name || "lamp"}
            <br />
            {isOffline ? OFFLINE_WORDS : stateWords(light)}
            {isUnsure && !isOffline && (
              <>
                <br />
                unconfirmed: the lamp has not confirmed this yet
              </>
            )}
          </p>
          <Switch label={name} isOn={light.on === 1 && !isOffline} onSwitch={(on) => set({ on: on ? 1 : 0 })} />
        </div>
        {isAbleTo(light, "brightness") && (
          <Part title="Brightness" value={`${light.brightness}%`}>
            <Slider
              label={`Brightness of ${name}`}
              value={light.brightness}
              from={1}
              to={100}
              words={`${light.brightness} percent`}
              onSlide={(brightness) => set({ on: 1, brightness })}
            />
          </Part>
        )}
        {isAbleTo(light, "white") && (
          <Part title="Colour temperature" value={isWhite ? `${light.color_cw} K` : "the lamp shows a colour"}>
            <Slider
              label={`Colour temperature of ${name}`}
              look="white"
              value={light.color_cw}
              from={WHITE.warmest}
              to={WHITE.coolest}
              step={WHITE.step}
              words={isWhite ? `${light.color_cw} kelvin` : "the lamp shows a colour"}
              colour={hexFromRgb(whiteLook(light.color_cw))}
              onSlide={(color_cw) => set({ on: 1, color_cw })}
            />
          </Part>
        )}
        <ColourParts light={light} name={name} onCommand={set} />
        <ExactValues light={{ ...light, name }} shown={exactWords(light)} onCommand={set} />
      </fieldset>
    </Sheet>
  );
}
