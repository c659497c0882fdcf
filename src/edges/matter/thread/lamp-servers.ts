import { BridgedDeviceBasicInformationServer } from "@matter/main/behaviors/bridged-device-basic-information";
import { ColorTemperatureLightDevice } from "@matter/main/devices/color-temperature-light";
import { DimmableLightDevice } from "@matter/main/devices/dimmable-light";
import { ExtendedColorLightDevice } from "@matter/main/devices/extended-color-light";
import { OnOffLightDevice } from "@matter/main/devices/on-off-light";
import { LampColourServer, LampWhiteServer } from "./colour-server.ts";
import { LampLevelServer } from "./level-server.ts";
import { LampOnOffServer } from "./on-off-server.ts";

/** What each kind of lamp is in Matter. */
export const LAMP_TYPES = {
  onOff: OnOffLightDevice.with(LampOnOffServer, BridgedDeviceBasicInformationServer),
  dimmable: DimmableLightDevice.with(LampOnOffServer, LampLevelServer, BridgedDeviceBasicInformationServer),
  white: ColorTemperatureLightDevice.with(
    LampOnOffServer,
    LampLevelServer,
    LampWhiteServer,
    BridgedDeviceBasicInformationServer,
  ),
  colour: ExtendedColorLightDevice.with(
    LampOnOffServer,
    LampLevelServer,
    LampColourServer,
    BridgedDeviceBasicInformationServer,
  ),
} as const;
