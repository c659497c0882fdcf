import type { WireLight } from "../../../../libraries/client/types.ts";
import { iconOf } from "../../model/device-icon.ts";
import { coloursOf, isAbleTo, isSynced, OFFLINE_WORDS, SYNCED_WORDS, stateWords } from "../../model/lamp-look.ts";
import { useUnsure } from "../../operator/use-unsure.ts";
import { type OpenedLamp, useParts } from "../../page-parts.ts";
import { Tile } from "./tile.tsx";

interface LampTileProps extends OpenedLamp {
  /** Whether it says in which room it is. */
  readonly isPlaced: boolean;
}

/** A lamp among others. */
export function LampTile({ isPlaced, ...lamp }: LampTileProps) {
  const { model } = useParts();
  const light = model.lights.get(lamp.lightId)?.shown.value;
  return light ? <TileOf lamp={lamp} light={light} isPlaced={isPlaced} /> : null;
}

interface TileOfProps {
  readonly lamp: OpenedLamp;
  readonly light: WireLight;
  readonly isPlaced: boolean;
}

function TileOf({ lamp, light, isPlaced }: TileOfProps) {
  const { model, commander, messages, opened } = useParts();
  const isUnsure = useUnsure(lamp.lightId);
  const device = model.devices.get(lamp.deviceId)?.shown.value;
  const name = light.name || device?.name || "Lamp";
  const isOffline = device?.online === 0;
  const isOn = light.on === 1 && !isOffline;
  const isInSync = isSynced(light) && !isOffline;
  const isDimmable = isAbleTo(light, "brightness");
  return (
    <Tile
      name={name}
      place={isPlaced ? model.roomNameOf(lamp.deviceId) : undefined}
      words={isOffline ? "offline" : stateWords(light, { isUnsure })}
      icon={isInSync ? "sync" : iconOf(device?.product)}
      hint={isInSync ? SYNCED_WORDS : undefined}
      isOn={isOn}
      isOffline={isOffline}
      isUnsure={isUnsure}
      isPlain={!isDimmable}
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
