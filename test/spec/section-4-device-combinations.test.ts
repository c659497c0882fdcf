import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { times } from "../support/depth.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import { A_UUID } from "./field-types.ts";
import { NaiveDeviceFilter, SERIAL_NUMBERS } from "./naive-device-filter.ts";

let running: TestGateway;
let naive: NaiveDeviceFilter;

beforeAll(async () => {
  running = await runGateway();
  naive = await NaiveDeviceFilter.over(running.client);
});

afterAll(() => running.stop());

const PARAMETERS: readonly string[] = [
  ...["cat1_id=2", "cat1_id=1,3,4", "cat1_id_not=1", "cat1_id_not=2,4", "join_status=1", "join_status=0"],
  ...["room_uuid=Living room", "room_uuid=Unassigned", "sn=LX20504-0001,LX20501-0666"],
  ...["ext_light=1", "ext_room=1", "ext_zigbee=1"],
];
const keyOf = (parameter: string) => parameter.split("=")[0];
const PAIRS = PARAMETERS.flatMap((first, index) =>
  PARAMETERS.slice(index + 1).flatMap((second) => (keyOf(first) === keyOf(second) ? [] : [`${first}&${second}`])),
);

test.each(PAIRS)("spec §4.1: %s answers what both parameters let through", async (pair) => {
  const query = naive.withRoomIds(pair);
  expect(await running.client.list(`device?${query}`)).toEqual(naive.answerTo(new URLSearchParams(query)));
});

const categories = fc.uniqueArray(fc.nat({ max: 6 }), { minLength: 1 }).map((ids) => ids.join(","));
const serialNumbers = fc.subarray([...Object.values(SERIAL_NUMBERS), "LX0", "lx20101-0001"], { minLength: 1 });
const roomNames = fc.constantFrom("Whole house", "Living room", "Kitchen", "Bedroom", "Unassigned");
const someQuery = fc.record(
  {
    cat1_id: categories,
    cat1_id_not: categories,
    join_status: fc.constantFrom("0", "1", "0,1", "2"),
    room: fc.oneof(roomNames, fc.constant(A_UUID)),
    sn: serialNumbers,
    ext_light: fc.constantFrom("0", "1"),
    ext_room: fc.constantFrom("0", "1"),
    ext_zigbee: fc.constantFrom("0", "1"),
    lowerCase: fc.boolean(),
  },
  { requiredKeys: [] },
);

test("spec §4.1: any combination of parameters answers exactly what a naive filter over the whole list gives", async () => {
  await fc.assert(
    fc.asyncProperty(someQuery, async ({ room, sn = [], lowerCase = false, ...others }) => {
      const query = new URLSearchParams(others);
      for (const serialNumber of sn) query.append("sn", serialNumber);
      const roomId = room === undefined ? undefined : (naive.roomNamed(room)?.id ?? room);
      if (roomId !== undefined) query.set("room_uuid", lowerCase ? roomId.toLowerCase() : roomId);
      expect(await running.client.list(`device?${query}`)).toEqual(naive.answerTo(query));
    }),
    { numRuns: times(300) },
  );
});
