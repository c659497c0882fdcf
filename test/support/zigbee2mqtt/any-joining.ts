import fc from "fast-check";
import type { ChangeOf } from "../../../src/core/home/changes/change.ts";
import type { Device } from "../../../src/core/home/model/device.ts";
import type { CategoryId } from "../../../src/core/home/model/product.ts";
import { deviceId, lightId, lightOf, mostlyJust, name, syncBoxId, syncBoxOf } from "../home/any-resource.ts";
import { anyNumber, anyText } from "../home/arbitraries.ts";
import { aDevice } from "../home/builders.ts";

/** A plain object, as all that is copied from it will be. */
const zigbee = fc.record(
  {
    ieeeAddress: fc.constant("0x00124b0001020304"),
    networkAddress: mostlyJust(7, anyNumber),
    linkQuality: mostlyJust(200, anyNumber),
  },
  { noNullPrototype: true },
);

/** A device with what it brings; now and then the two do not agree. */
export const joining = deviceId
  .chain((id) =>
    fc.record({
      id: fc.constant(id),
      lights: fc.uniqueArray(lightOf(id), { maxLength: 2, selector: (light) => light.id }),
      syncBox: fc.option(syncBoxOf(id)),
    }),
  )
  .chain(({ id, lights, syncBox }) => {
    const lightIds = lights.map((light) => light.id);
    const fields = {
      id: fc.constant(id),
      name,
      serialNumber: mostlyJust("SN1", anyText),
      admitted: mostlyJust(true, fc.constant(false)),
      online: mostlyJust(true, fc.constant(false)),
      zigbee: fc.option(zigbee),
      categoryId: mostlyJust<CategoryId>(20501, fc.constantFrom(10101, 30101)),
      lightIds: mostlyJust(lightIds, fc.array(lightId, { maxLength: 2 })),
      placedByHand: mostlyJust(false, fc.constant(true)),
      syncBoxId: mostlyJust<Device["syncBoxId"]>(syncBox?.id ?? null, fc.option(syncBoxId)),
    };
    return fc.record(fields).map(({ categoryId, ...device }): Omit<ChangeOf<"deviceJoined">, "kind"> => {
      const product = { ...aDevice().product, categoryId };
      return { device: aDevice({ ...device, product }), lights, syncBox };
    });
  });

/** The same said of a device that is there, perhaps. */
export const describing = joining.map(({ device, lights }) => ({ device, lights }));
