import { Type } from "typebox";
import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { isGateway, type KindId, kindOf } from "../../../core/home/model/product.ts";
import { normalRoomOf } from "../../../core/home/select.ts";
import { mapInSteps, resultOf } from "../../../shared/steps.ts";
import { command, refused } from "../command.ts";
import { CheckOnly, DeviceWords, given, NameWords, RoomWords } from "../values.ts";
import { DeviceView, ListedDevice, viewOfDevice, viewOfSigns } from "../views/device-view.ts";
import { inOrder } from "../views/in-order.ts";
import { findDevice } from "../words/find.ts";
import { nameTaken, parseName } from "../words/given-name.ts";
import { quoted } from "../words/quoted.ts";
import { placeFor } from "./device-edits.ts";
import { deviceAfter, giveCommand } from "./give-command.ts";

/** Plugs and switches. */
const SWITCHES: readonly KindId[] = [402, 404];

export const DEVICE_COMMANDS = {
  /** The gateway comes first, those that nobody admitted come last. */
  "device.list": command({
    given: given({}),
    result: Type.Array(ListedDevice),
    run: async (_given, controls) => {
      const { home } = controls.gateway;
      const { signsOf } = controls.backend.condition();
      const nowMillis = controls.clock.now();
      const viewOf = ({ id }: Device) => {
        const device = home.devices.get(id);
        return device && { ...viewOfDevice(home, device), ...viewOfSigns(device, signsOf(id), nowMillis) };
      };
      const views = await resultOf(mapInSteps(home.devices.all(), viewOf), controls.run);
      const gatewayId = home.gateway?.id;
      const rank = ({ id, admitted }: DeviceView) => (id === gatewayId ? 0 : admitted ? 1 : 2);
      return { result: inOrder(controls, views).sort((one, other) => rank(one) - rank(other)) };
    },
  }),

  /** Under a name and in a room at once, if those are given. */
  "device.admit": command({
    given: given({ device: DeviceWords, name: Type.Optional(NameWords), room: Type.Optional(RoomWords) }),
    result: DeviceView,
    run: async ({ device: words, name, room }, controls) => {
      const { home } = controls.gateway;
      const device = findDevice(home, words);
      if ("refused" in device) return device;
      const called = name === undefined ? undefined : parseName(name);
      const to = room === undefined ? undefined : placeFor(home, device.found, room);
      if (called && "refused" in called) return called;
      if (to && "refused" in to) return to;
      const taken = (called ?? to) && nameTaken(home, { ...placeOf(home, device.found), ...called, ...to });
      if (taken) return taken;
      const deviceId = device.found.id;
      return deviceAfter(controls, deviceId, {
        kind: "deviceAdmitted",
        deviceId,
        ...(called ? { name: called.name } : {}),
        ...(to ? { place: to } : {}),
      });
    },
  }),

  "device.rename": command({
    given: given({ device: DeviceWords, name: NameWords }),
    result: DeviceView,
    run: async ({ device: words, name }, controls) => {
      const { home } = controls.gateway;
      const device = findDevice(home, words);
      if ("refused" in device) return device;
      const called = parseName(name);
      if ("refused" in called) return called;
      const taken = nameTaken(home, { ...placeOf(home, device.found), ...called });
      if (taken) return taken;
      const deviceId = device.found.id;
      return deviceAfter(controls, deviceId, { kind: "deviceRenamed", deviceId, name: called.name });
    },
  }),

  /** Into a room, or "none", for good; "auto" leaves it where it is, to be moved by whoever else has a say. */
  "device.move": command({
    given: given({ device: DeviceWords, room: RoomWords }),
    result: DeviceView,
    run: async ({ device: words, room }, controls) => {
      const { home } = controls.gateway;
      const device = findDevice(home, words);
      if ("refused" in device) return device;
      const { id: deviceId, name, admitted } = device.found;
      const to = placeFor(home, device.found, room);
      if ("refused" in to) return to;
      if (!admitted) {
        return refused(
          `${quoted(name)} is not admitted. Admit it with: luxgate device admit ${quoted(name)} --room ${quoted(room)}`,
        );
      }
      const taken = to.byHand && nameTaken(home, { ...placeOf(home, device.found), ...to });
      if (taken) return taken;
      return deviceAfter(controls, deviceId, { kind: "deviceMoved", deviceId, ...to });
    },
  }),

  /** A plug or relay that feeds a lamp is served as an on/off light, or as what it is again. */
  "device.as-lamp": command({
    given: given({ device: DeviceWords, undo: Type.Optional(Type.Boolean({ description: "true or false" })) }),
    result: DeviceView,
    run: async ({ device: words, undo = false }, controls) => {
      const device = findDevice(controls.gateway.home, words);
      if ("refused" in device) return device;
      const { id: deviceId, name, asLamp = false, product } = device.found;
      if (undo && !asLamp) return refused(`${quoted(name)} is not served as a lamp.`);
      if (!undo && !asLamp && !SWITCHES.includes(kindOf(product.categoryId))) {
        return refused(`${quoted(name)} is not a plug or a switch: only these can be served as a lamp.`);
      }
      return deviceAfter(controls, deviceId, { kind: "deviceTakenAsLamp", deviceId, asLamp: !undo });
    },
  }),

  /** It is sent away, and may join again; by force also when it does not answer. */
  "device.remove": command({
    given: given({
      device: DeviceWords,
      force: Type.Optional(Type.Boolean({ description: "true or false" })),
      check: CheckOnly,
    }),
    result: DeviceView,
    run: async ({ device: words, force = false, check = false }, controls) => {
      const { home } = controls.gateway;
      const device = findDevice(home, words);
      if ("refused" in device) return device;
      const { found } = device;
      if (isGateway(found.product)) return refused("The gateway itself cannot be removed.");
      const before = viewOfDevice(home, found);
      if (check) return { result: before };
      const refusal = await giveCommand(controls, { kind: "deviceLeft", deviceId: found.id }, { isForced: force });
      return refusal ?? { result: before };
    },
  }),
};

/** How a device is called at the moment, and where it is. */
const placeOf = (home: Home, device: Device) => ({
  device,
  name: device.name,
  roomId: normalRoomOf(home, device.id)?.id ?? null,
});
