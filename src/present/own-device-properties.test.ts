import fc from "fast-check";
import { expect, test } from "vitest";
import { anyHistory } from "../../test/support/any-change.ts";
import { FollowedGateway } from "../../test/support/followed-gateway.ts";
import { FOUNDED } from "../../test/support/founded-home.ts";

test("G30: whatever happens, the gateway is found under its reset id, and goes and comes once where the home is replaced", () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const followed = new FollowedGateway(FOUNDED);
      const { gateway, told } = followed;
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
        const isReplaced = isDone && change.kind === "homeReplaced" && told.length > 0;
        expect([gone.length, come.length]).toEqual(isReplaced ? [1, 1] : [0, 0]);
        expect(gateway.home.gateway?.id).toBe(after);
        if (before !== after) expect(gateway.home.devices.get(gateway.home.gateway?.id ?? expect.fail())).toBeDefined();
      }
      expect(followed.known).toBe(followed.read);
    }),
  );
});
