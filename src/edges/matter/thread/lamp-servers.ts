import { BridgedDeviceBasicInformationServer } from "@matter/main/behaviors/bridged-device-basic-information";
import { ColorTemperatureLightDevice } from "@matter/main/devices/color-temperature-light";
import { DimmableLightDevice } from "@matter/main/devices/dimmable-light";
import { ExtendedColorLightDevice } from "@matter/main/devices/extended-color-light";
import { OnOffLightDevice } from "@matter/main/devices/on-off-light";
import { LampColourServer, LampWhiteServer } from "./colour-server.ts";
import { LampIdentifyServer } from "./identify-server.ts";
import { LampLevelServer } from "./level-server.ts";
import { LampOnOffServer } from "./on-off-server.ts";
import { LampScenesServer } from "./scenes-server.ts";

const EVERY_LAMP = [
  LampIdentifyServer,
  LampOnOffServer,
  LampScenesServer,
  BridgedDeviceBasicInformationServer,
] as const;

/** What each kind of lamp is in Matter. */
export const LAMP_TYPES = {
  onOff: OnOffLightDevice.with(...EVERY_LAMP),
  dimmable: DimmableLightDevice.with(...EVERY_LAMP, LampLevelServer),
  white: ColorTemperatureLightDevice.with(...EVERY_LAMP, LampLevelServer, LampWhiteServer),
  colour: ExtendedColorLightDevice.with(...EVERY_LAMP, LampLevelServer, LampColourServer),
} as const;
