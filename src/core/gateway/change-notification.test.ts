import { describe, expect, test } from "vitest";
import { FOUNDED } from "../../../test/support/home/founded-home.ts";
import { idAt, lampJoined } from "../../../test/support/home/lit-home.ts";
import { StoredGateway } from "../../../test/support/store/stored-gateway.ts";

describe("a batch of reports", () => {
  test("gives one notification, once all of it is applied, for the batches inside it too", () => {
    const { gateway, notifications } = new StoredGateway(FOUNDED);
    gateway.batch(() => {
      gateway.submit(lampJoined("1"));
      gateway.batch(() => gateway.submit({ kind: "deviceReached", deviceId: idAt("1"), online: false }));
      expect([notifications.length, gateway.home.devices.get(idAt("1"))?.online]).toEqual([0, false]);
    });
    expect(notifications).toMatchObject([
      { cause: "report", replacements: [{ in: "devices", after: { online: false } }, { in: "lights" }] },
    ]);
  });

  test("that fails half-way gives a notification of the part that was applied", () => {
    const { gateway, notifications } = new StoredGateway(FOUNDED);
    const fault = new Error("a fault");
    const failing = () => {
      gateway.submit(lampJoined("1"));
      throw fault;
    };
    expect(() => gateway.batch(failing)).toThrow(fault);
    gateway.submit(lampJoined("2"));
    expect(notifications.map(({ replacements }) => replacements.length)).toEqual([2, 2]);
  });
});
