import type { WireLight } from "../../../../libraries/client/types.ts";
import { exactWords, isAbleTo, isSynced, OFFLINE_WORDS, SYNCED_WORDS, stateWords } from "../../model/lamp-look.ts";
import type { LightCommand } from "../../model/light-commands.ts";
import { useUnsure } from "../../operator/use-unsure.ts";
import { type OpenedLamp, useParts } from "../../page-parts.ts";
import { Slider } from "../../parts/controls.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { ColourParts } from "./colour-parts.tsx";
import { ExactValues } from "./exact-values.tsx";
import { Part } from "./part.tsx";
import { SheetTop } from "./sheet-top.tsx";

/** The details of a lamp. */
export function LampSheet({ lightId, deviceId }: OpenedLamp) {
  const { model, commander, opened } = useParts();
  const isUnsure = useUnsure(lightId);
  const light = model.lights.get(lightId)?.shown.value;
  const device = model.devices.get(deviceId)?.shown.value;
  if (!light) return null;
  const name = light.name || device?.name || "Lamp";
  const isOffline = device?.online === 0;
  const set = (command: LightCommand) => commander.setLight(lightId, command);
  return (
    <Sheet
      title={name}
      onClose={() => {
        opened.value = undefined;
      }}
    >
      <SheetTop
        id={lightId}
        deviceId={deviceId}
        name={name}
        place={`${model.roomNameOf(deviceId)} · ${device?.product.cat3_name || "lamp"}`}
        state={isOffline ? OFFLINE_WORDS : wordsOf(light, isUnsure)}
        isOn={light.on === 1}
        isOffline={isOffline}
        onSwitch={(on) => set({ on: on ? 1 : 0 })}
      />
      {!isOffline && (
        <div class="parts">
          <Brightness light={light} name={name} onCommand={set} />
          <ColourParts light={light} name={name} onCommand={set} />
          <ExactValues light={{ ...light, name }} shown={exactWords(light)} onCommand={set} />
        </div>
      )}
    </Sheet>
  );
}

const wordsOf = (light: WireLight, isUnsure: boolean): string =>
  [
    stateWords(light),
    ...(isSynced(light) ? [SYNCED_WORDS] : []),
    ...(isUnsure ? ["unconfirmed: the lamp has not confirmed this yet"] : []),
  ].join(" · ");

interface BrightnessProps {
  readonly light: WireLight;
  readonly name: string;
  readonly onCommand: (command: LightCommand) => void;
}

function Brightness({ light, name, onCommand }: BrightnessProps) {
  if (!isAbleTo(light, "brightness")) return null;
  const isOn = light.on === 1;
  return (
    <Part title="Brightness" value={isOn ? `${light.brightness}%` : `${light.brightness}% when on`}>
      <Slider
        label={`Brightness of ${name}`}
        value={light.brightness}
        from={1}
        to={100}
        words={`${light.brightness} percent${isOn ? "" : " when on"}`}
        isOff={!isOn}
        onSlide={(brightness) => onCommand({ on: 1, brightness })}
      />
    </Part>
  );
}
