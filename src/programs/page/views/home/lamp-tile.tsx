import type { WireLight } from "../../../../libraries/client/types.ts";
import { iconOf } from "../../model/device-icon.ts";
import { coloursOf, isAbleTo, OFFLINE_WORDS, stateWords } from "../../model/lamp-look.ts";
import { useUnsure } from "../../operator/use-unsure.ts";
import { type OpenedLamp, useParts } from "../../page-parts.ts";
import { Tile } from "./tile.tsx";

/** A lamp among others. */
export function LampTile(lamp: OpenedLamp) {
  const { model } = useParts();
  const light = model.lights.get(lamp.lightId)?.shown.value;
  return light ? <TileOf lamp={lamp} light={light} /> : null;
}

function TileOf({ lamp, light }: { readonly lamp: OpenedLamp; readonly light: WireLight }) {
  const { model, commander, messages, opened } = useParts();
  const isUnsure = useUnsure(lamp.lightId);
  const device = model.devices.get(lamp.deviceId)?.shown.value;
  const name = light.name || device?.name || "Lamp";
  const isOffline = device?.online === 0;
  const isOn = light.on === 1 && !isOffline;
  const isDimmable = isAbleTo(light, "brightness");
  return (
    <Tile
      name={name}
      words={isOffline ? "offline" : stateWords(light, { isUnsure })}
      icon={iconOf(device?.product)}
      isOn={isOn}
      isOffline={isOffline}
      isUnsure={isUnsure}
      level={isDimmable ? light.brightness : 100}
      colours={coloursOf(light)}
      onTap={() => {
        if (isOffline) messages.say(`${name} is ${OFFLINE_WORDS}.`);
        else commander.setLight(lamp.lightId, { on: isOn ? 0 : 1 });
      }}
      onDim={
        isDimmable && !isOffline ? (brightness) => commander.setLight(lamp.lightId, { on: 1, brightness }) : undefined
      }
      onOpen={() => {
        opened.value = lamp;
      }}
    />
  );
}
