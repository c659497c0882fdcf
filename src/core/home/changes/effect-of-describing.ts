import type { Home } from "../home.ts";
import { type Device, type DeviceDescription, deviceDescription } from "../model/device.ts";
import { type Light, type LightDescription, lightDescription } from "../model/light.ts";
import { isGateway } from "../model/product.ts";
import { showableColour } from "../model/showable-colour.ts";
import { updateAhead } from "../model/version.ts";
import { lightsOf } from "../select.ts";
import type { ChangeOf } from "./change.ts";
import { namedAs, ownsExactly } from "./device-invariants.ts";
import { deviatedScenes, withoutLights } from "./effect-on-scenes.ts";
import { drives } from "./effect-on-state.ts";
import { hasFiniteNumbers } from "./finite-numbers.ts";
import { type Effect, merged, patched, type Replacement, replaced } from "./replacement.ts";

/**
 * The present state of a device and its lights stays; lights that the device no longer has are removed, new ones added.
 */
export function deviceDescribed(home: Home, described: ChangeOf<"deviceDescribed">): Effect {
  const { device, lights } = described;
  const before = home.devices.get(device.id);
  if (!before) return "not-found";
  if (lights.some(({ id }) => (home.lights.get(id)?.deviceId ?? device.id) !== device.id)) return "already-there";
  const isOtherKind = isGateway(before.product) !== isGateway(device.product);
  if (isOtherKind || !ownsExactly(device, lights) || !hasFiniteNumbers(described)) return "not-allowed";
  const areaId = home.roomIdOf(device.id);
  const isDriven = areaId !== undefined && drives(home.syncBoxes.all(), areaId);
  const staying = lights.map((light) => {
    const had = home.lights.get(light.id);
    const drivenBySyncBox = isDriven && light.abilities.includes("colour");
    return { had, after: patched(redescribed(had ?? light, namedAs(device, light)), { drivenBySyncBox }) };
  });
  const gone = lightsOf(home, before).filter(({ id }) => !device.lightIds.includes(id));
  return [
    ...replaced({ in: "devices", before, after: asDescribed(before, namedAs(device, device)) }),
    ...staying.flatMap(({ had, after }) => replaced({ in: "lights", before: had, after })),
    ...gone.map((light): Replacement => ({ in: "lights", before: light, after: undefined })),
    ...merged([
      ...withoutLights(
        home,
        gone.map(({ id }) => id),
      ),
      ...deviatedScenes(
        home,
        staying.flatMap(({ had, after }) => (had ? [{ before: had, after }] : [])),
      ),
    ]),
  ];
}

/** Link quality and available update are not part of a description; the update is dropped once the device runs it. */
function asDescribed(before: Device, described: DeviceDescription): Device {
  const { product, zigbee } = described;
  const node = zigbee && before.zigbee ? { ...zigbee, linkQuality: before.zigbee.linkQuality } : zigbee;
  const newVersion = updateAhead(before.newVersion, product.softwareVersion);
  return patched(before, { ...deviceDescription(described), newVersion, zigbee: node });
}

/** A light with a new description; its colour becomes one that the light can show. */
const redescribed = (light: Light, described: LightDescription): Light =>
  patched(light, { ...lightDescription(described), colour: showableColour(light.colour, described) });
