import { describe, expect, test } from "vitest";
import { aRoom } from "../../../test/support/home/builders.ts";
import { FollowedGateway } from "../../../test/support/home/followed-gateway.ts";
import { FOUNDED, furthered } from "../../../test/support/home/founded-home.ts";
import { idAt, lampJoined } from "../../../test/support/home/lit-home.ts";
import { type StoredGateway, settled } from "../../../test/support/store/stored-gateway.ts";
import type { Change } from "../home/changes/change.ts";
import type { HomeContents } from "../home/model/contents.ts";

const zigbee = { ieeeAddress: "0x0017880100000001", networkAddress: 7, linkQuality: 200 };
const LAMPS = furthered(FOUNDED, [lampJoined("1", {}, { zigbee }), lampJoined("2", {}, { zigbee })]);

const linkQualityReport = (digit: string, linkQuality: number): Change => ({
  kind: "deviceLinkQualityReported",
  deviceId: idAt(digit),
  linkQuality,
});
const reached = (digit: string, online: boolean): Change => ({ kind: "deviceReached", deviceId: idAt(digit), online });
const roomAdded: Change = { kind: "roomAdded", room: aRoom() };

const qualitiesIn = (contents: HomeContents | undefined) =>
  contents?.devices.flatMap((device) => device.zigbee?.linkQuality ?? []);
const shown = ({ gateway }: StoredGateway) =>
  gateway.home.devices.all().flatMap((some) => some.zigbee?.linkQuality ?? []);
const stored = ({ store }: StoredGateway) => qualitiesIn(store.contents);

describe("the link quality of a device", () => {
  test("is shown at once, sent to no client, and no reason to write to the disk", async () => {
    const followed = new FollowedGateway(LAMPS);
    for (let quality = 1; quality <= 100; quality += 1) followed.gateway.submit(linkQualityReport("1", quality));
    await followed.pass(60_000);
    expect([shown(followed), followed.received, followed.store.tries]).toEqual([[100, 200], [], 0]);
    expect(followed.known).toBe(followed.read);
  });

  test("that is reported while a command is stored is not held once the command is", async () => {
    const followed = new FollowedGateway(LAMPS);
    followed.store.hold();
    const command = followed.gateway.ask(roomAdded);
    for (let quality = 1; quality <= 100; quality += 1) followed.gateway.submit(linkQualityReport("1", quality));
    expect(followed.gateway.storeFigures.pendingChanges).toBeGreaterThan(1);
    followed.store.letGo();
    expect(await command).toBe("done");
    await settled();
    expect(followed.gateway.storeFigures.pendingChanges).toBe(0);
  });

  test("is stored with the next write of the same device, be it reported before or after, and with no write of another", async () => {
    const followed = new FollowedGateway(LAMPS);
    followed.gateway.submit(linkQualityReport("1", 7));
    followed.gateway.submit(linkQualityReport("2", 8));
    await followed.gateway.ask(roomAdded);
    expect(stored(followed)).toEqual([200, 200]);
    followed.gateway.submit(reached("1", false));
    await followed.pass(1_000);
    expect(stored(followed)).toEqual([7, 200]);
    followed.gateway.submit(reached("2", false));
    followed.gateway.submit(linkQualityReport("2", 9));
    await followed.pass(1_000);
    expect(stored(followed)).toEqual([7, 9]);
    expect(followed.store.tries).toBe(3);
  });

  test("is stored when the gateway stops, if it was not before", async () => {
    const followed = new FollowedGateway(LAMPS);
    followed.gateway.submit(linkQualityReport("1", 7));
    await followed.gateway.stop();
    expect([stored(followed), followed.store.batches.map(({ descriptions }) => descriptions)]).toEqual([
      [7, 200],
      [["reports of devices (1)"]],
    ]);
  });

  test("is not lost when the store refuses the batch that it went along with", async () => {
    const followed = new FollowedGateway(LAMPS);
    followed.gateway.submit(linkQualityReport("1", 7));
    followed.store.refuse();
    followed.ask({ kind: "deviceRenamed", deviceId: idAt("1"), name: "Sun" });
    await settled();
    expect([shown(followed), followed.store.tries]).toEqual([[7, 200], 1]);
    followed.store.heal();
    await followed.gateway.stop();
    expect(stored(followed)).toEqual([7, 200]);
  });

  test("is the last reported one when a command before it is rolled back", async () => {
    const followed = new FollowedGateway(LAMPS);
    followed.store.hold();
    followed.ask({ kind: "deviceRenamed", deviceId: idAt("1"), name: "Sun" });
    followed.gateway.submit(linkQualityReport("1", 7));
    followed.store.refuse();
    followed.store.letGo();
    await settled();
    expect(followed.gateway.home.devices.get(idAt("1"))).toMatchObject({ name: "A lamp", zigbee: { linkQuality: 7 } });
    expect(followed.known).toBe(followed.read);
  });

  test("is not in the descriptions of the batch that it goes along with", async () => {
    const followed = new FollowedGateway(LAMPS);
    followed.store.hold();
    followed.ask(roomAdded);
    followed.gateway.submit(linkQualityReport("1", 7));
    followed.ask({ kind: "roomRenamed", roomId: aRoom().id, name: "Den" });
    followed.store.letGo();
    await settled();
    const descriptions = followed.store.batches.flatMap((batch) => batch.descriptions);
    expect(descriptions).toEqual(['room "A room" added', 'room "A room" renamed to "Den"']);
  });
});
