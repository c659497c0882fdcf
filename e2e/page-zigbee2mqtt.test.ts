import { expect, onTestFinished, test } from "vitest";
import { aBulb, ieeeAddress } from "../test/support/zigbee2mqtt/devices.ts";
import { StandInZigbee2Mqtt } from "../test/support/zigbee2mqtt/stand-in.ts";
import { Mosquitto } from "./support/mosquitto.ts";
import { OperatorLine } from "./support/operator-line.ts";
import { openAsOperator, servePage } from "./support/page-browser.ts";

test("an operator sees which lamps have not confirmed what is shown of them, and their details say so", async () => {
  const mosquitto = await Mosquitto.start();
  const devices = [aBulb({ ieee: ieeeAddress(1), name: "Ceiling" })];
  const zigbee = await StandInZigbee2Mqtt.start({ url: mosquitto.url, devices, groups: [] });
  onTestFinished(() => zigbee.crash());
  const served = await servePage(["--backend", `${mosquitto.url}/zigbee2mqtt`]);
  const line = await OperatorLine.open(served.folder);
  const lampsThat = async (unconfirmed: boolean): Promise<number> =>
    (await line.done({ command: "light.freshness", with: { unconfirmed } })).length;
  // All there is is confirmed, and there is something.
  await expect.poll(async () => [await lampsThat(false), await lampsThat(true)], { timeout: 10_000 }).toEqual([1, 0]);
  line.close();
  const { page, faults } = await openAsOperator(served);
  await page.locator(".tile[data-unsure=false]").waitFor();
  await mosquitto.stop();
  await page.getByRole("switch", { name: /^Ceiling, .*unconfirmed$/ }).waitFor();
  await page.getByRole("button", { name: "Details of Ceiling" }).click();
  await page.getByText("unconfirmed: the lamp has not confirmed this yet").waitFor();
  expect(faults).toEqual([]);
});
