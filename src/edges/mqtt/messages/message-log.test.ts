import { expect, test } from "vitest";
import { LoggedGateway } from "../../../../test/support/events/mqtt-gateway.ts";
import { aDevice } from "../../../../test/support/home/builders.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { idAt } from "../../../../test/support/home/lit-home.ts";
import { MessageLog } from "./message-log.ts";

/** The message of a new device holds its room, its lights and more, the event in the journal does not. */
const joined = (id: string) =>
  ({ kind: "deviceJoined", device: aDevice({ id: idAt(id), lightIds: [] }), lights: [], syncBox: null }) as const;

test("messages that are longer than their events are bounded by themselves", () => {
  const { journal, gateway, messages } = new LoggedGateway(FOUNDED);
  const small = MessageLog.following(journal, gateway.home, 2_000);
  const start = journal.head;
  const isDevice = (topic: string) => topic === "res/device/add";
  for (const id of ["1", "2", "3", "4", "5", "6"]) gateway.submit(joined(id));
  expect(messages.firstAfter(start, isDevice)).toMatchObject({ about: `device/${idAt("1")}` });
  expect(small.firstAfter(start, isDevice)).toBe("evicted");
  const positions = Array.from({ length: journal.head - start }, (_, at) => start + at + 1);
  const oldest = positions.find((id) => small.firstAfter(id, isDevice) !== "evicted") ?? 0;
  const left = positions.filter((id) => id >= oldest).map((id) => small.firstAfter(id, isDevice));
  expect(left[0]).toMatchObject({ action: "add" });
  expect(left).toEqual(positions.filter((id) => id >= oldest).map((id) => messages.firstAfter(id, isDevice)));
});
