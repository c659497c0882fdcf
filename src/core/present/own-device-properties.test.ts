import fc from "fast-check";
import { expect, test } from "vitest";
import { anyHistory } from "../../../test/support/home/any-change.ts";
import { FollowedGateway } from "../../../test/support/home/followed-gateway.ts";
import { FOUNDED } from "../../../test/support/home/founded-home.ts";

test("G30: whatever happens, the gateway is found under its reset id, and goes and comes once where it becomes another", () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const followed = new FollowedGateway(FOUNDED);
      const { gateway, received: told } = followed;
      for (const change of history) {
        const { resetId: before } = gateway.identity;
        told.splice(0);
        const isDone = gateway.submit(change) === "done";
        const { resetId: after } = gateway.identity;
        const gone = told.filter(({ event: { action, type, item } }) => {
          return type === "device" && action === "remove" && item.id === before;
        });
        const come = told.filter(({ event: { action, type, item } }) => {
          return type === "device" && action === "add" && item.id === after;
        });
        const isAnother = isDone && before !== after;
        expect([gone.length, come.length]).toEqual(isAnother ? [1, 1] : [0, 0]);
        expect(gateway.home.gateway?.id).toBe(after);
        if (before !== after) expect(gateway.home.devices.get(gateway.home.gateway?.id ?? expect.fail())).toBeDefined();
      }
      expect(followed.known).toBe(followed.read);
    }),
  );
});
