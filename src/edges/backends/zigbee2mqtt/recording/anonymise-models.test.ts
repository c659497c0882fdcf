import { expect, test } from "vitest";
import { someOf } from "../../../../../test/support/depth.ts";
import { messageOf } from "../../../../../test/support/zigbee2mqtt/any-zigbee-house.ts";
import { everyZigbeeModel } from "../../../../../test/support/zigbee2mqtt/zigbee-models.ts";
import { parseCapabilities } from "../models/parse-exposes.ts";
import { Anonymiser } from "./anonymise.ts";
import { messageLine } from "./recording-format.ts";

test("every model that Zigbee2MQTT knows is still the same device, with the same lamps", () => {
  const anonymiser = new Anonymiser(new Uint8Array(32));
  const models = everyZigbeeModel().map(({ published }) => published);
  expect(models.length).toBeGreaterThan(4_000);
  const changed = someOf(models).filter((definition) => {
    const said = anonymiser.anonymise(messageOf("bridge/devices", JSON.stringify([{ definition }])));
    const [{ definition: told }] = JSON.parse(messageLine(0, said ?? expect.fail())).json;
    return !isSameSheet(definition, told);
  });
  expect(changed).toEqual([]);
});

const isSameSheet = (one: unknown, other: unknown): boolean =>
  JSON.stringify(known(one)) === JSON.stringify(known(other));

/** Parts of switches may have other names then, the same in all that is said of them. */
function known(definition: unknown) {
  const { capabilities, problems } = parseCapabilities(definition);
  return { ...capabilities, switches: capabilities.switches.map(({ abilities }) => abilities), problems };
}
