import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOf, placeIn, roomAddressOf, type ViewName } from "./route.ts";

test("an address names a view, and a gateway where one was chosen; what it does not name is home", () => {
  expect(placeIn("#/devices")).toEqual({ view: "devices", gatewayId: undefined, roomId: undefined });
  expect(placeIn("#/gateways")).toEqual({ view: "gateways", gatewayId: undefined, roomId: undefined });
  expect(placeIn("#/devices?text=hall&show=offline").view).toBe("devices");
  for (const hash of ["", "#", "#/", "#/wibble", "#/gateway/g1/home", "#open=x"])
    expect(placeIn(hash)).toEqual({ view: "home", gatewayId: undefined, roomId: undefined });
});

test("every place is found by its address", () => {
  const view = fc.constantFrom<ViewName>("home", "devices", "history", "api", "about");
  const id = fc.option(
    fc.uuid().map((text) => text.toUpperCase()),
    { nil: undefined },
  );
  fc.assert(
    fc.property(view, id, (name, gatewayId) => {
      const address = addressOf(name, gatewayId);
      expect(placeIn(address)).toEqual({ view: name, gatewayId, roomId: undefined });
      expect(placeIn(address.replaceAll(/[A-F]/g, (letter) => letter.toLowerCase()))).toEqual({
        view: name,
        gatewayId,
        roomId: undefined,
      });
    }),
  );
  expect(addressOf("gateways", "00000000-0000-4000-8000-000000000000")).toBe("#/gateways");
});

test("a room of the home has an address of its own, and other views have none", () => {
  const [roomId, gatewayId] = ["0A000000-0000-4000-8000-000000000001", "0B000000-0000-4000-8000-000000000002"];
  for (const at of [undefined, gatewayId])
    expect(placeIn(roomAddressOf(roomId, at).toLowerCase())).toEqual({ view: "home", gatewayId: at, roomId });
  expect(placeIn(`#/devices/${roomId}`)).toEqual({ view: "devices", gatewayId: undefined, roomId: undefined });
  expect(placeIn("#/home/kitchen")).toEqual({ view: "home", gatewayId: undefined, roomId: undefined });
});
