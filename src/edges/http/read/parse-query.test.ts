import fc from "fast-check";
import { expect, test } from "vitest";
import { isRefusal, malformed } from "../refusal.ts";
import { parseQuery } from "./parse-query.ts";

const ROOM = "0D6E7A1B-3C58-4F0E-9B7A-5D1C2E3F4A5B";
const NOTHING = {
  cat1_id: undefined,
  cat1_id_not: undefined,
  join_status: undefined,
  room_uuid: undefined,
  sn: undefined,
  ext_light: false,
  ext_room: false,
  ext_zigbee: false,
};

test.each([
  ["G10: an unknown parameter is ignored", "colour=red&page=2", {}],
  ["G11: an empty value is the same as none", "cat1_id=&room_uuid=&sn=&ext_light=", {}],
  ["spec §4.1: values are separated by commas", "cat1_id=1,2&cat1_id_not=4", { cat1_id: [1, 2], cat1_id_not: [4] }],
  ["G12: a parameter may be repeated", "cat1_id=3&cat1_id=2,1,3", { cat1_id: [1, 2, 3] }],
  ["G11: an empty item is the same as none", "cat1_id=2,&sn=,A,,B", { cat1_id: [2], sn: ["A", "B"] }],
  ["G14: join_status takes the same words", "join_status=True", { join_status: [true] }],
  ["G12: spaces around a value do not matter", "cat1_id=+1,%202%0D%0A", { cat1_id: [1, 2] }],
  [
    "G12: sn is repeated, in brackets or separated",
    "sn=A&sn[]=B&sn[1]=C&sn%5B%5D=D,E",
    { sn: ["A", "B", "C", "D", "E"] },
  ],
  [
    "G13: a number that no device has is not refused",
    "join_status=7&cat1_id=-1,99,2",
    { join_status: [], cat1_id: [2] },
  ],
  ["G14: 1 and true switch on", "ext_light=1&ext_room=True", { ext_light: true, ext_room: true }],
  ["G14: 0, false and numbers out of range switch off", "ext_light=0&ext_room=false&ext_zigbee=2", {}],
  ["a UUID may be in lower case", `room_uuid=${ROOM.toLowerCase()}`, { room_uuid: ROOM }],
  ["the same UUID twice is one", `room_uuid=${ROOM}&room_uuid=${ROOM.toLowerCase()}`, { room_uuid: ROOM }],
  ["G11: an empty item beside a UUID is none", `room_uuid=,${ROOM},`, { room_uuid: ROOM }],
  ["G14: a switch that is turned on anywhere is on", "ext_light=0&ext_light=1,7&ext_room=false,0", { ext_light: true }],
  ["an equals sign belongs to the value", "sn=A=B", { sn: ["A=B"] }],
])("%s", (_sentence, text, expected) => {
  expect(parseQuery("listDevices", text)).toEqual({ ...NOTHING, ...expected });
});

test.each([
  ["cat1_id=lamp", "cat1_id: expected whole numbers separated by commas"],
  ["cat1_id_not=1e3", "cat1_id_not: expected whole numbers separated by commas"],
  ["join_status=1.5", "join_status: expected 1 or 0"],
  ["room_uuid=kitchen", "room_uuid: expected one UUID"],
  [`room_uuid=${ROOM},${ROOM.replace("0D", "0E")}`, "room_uuid: expected one UUID"],
  ["ext_light=yes", "ext_light: expected 1 or 0"],
  [`room_uuid=${ROOM}&room_uuid=${ROOM.replace("0D", "0E")}`, "room_uuid: expected one UUID"],
  ["cat1_id=1%0B", "cat1_id: expected whole numbers separated by commas"],
  ["sn=%", "sn contains a malformed %-escape"],
  ["sn=%ff%fe", "sn contains a malformed %-escape"],
  ["%zz=1", "the name of a parameter contains a malformed %-escape"],
])("G35: %s is malformed, and the message names the parameter", (text, detail) => {
  expect(parseQuery("listDevices", text)).toEqual(malformed(detail));
});

test("any text is read or refused with a message that names the parameter and repeats nothing of the text", () => {
  const details = [
    "cat1_id: expected whole numbers separated by commas",
    "cat1_id contains a malformed %-escape",
    "the name of a parameter contains a malformed %-escape",
  ];
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
      const query = parseQuery("listDevices", `cat1_id=${text}`);
      if (isRefusal(query)) expect(details).toContain(query.detail);
      else expect(query).toHaveProperty("cat1_id");
    }),
  );
});

test("lists of texts survive being written and read, and categories come out in one order", () => {
  const texts = fc.array(fc.stringMatching(/^[^\s,][^,]{0,10}[^\s,]$/), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger(), { minLength: 1 }), texts, (others, sn) => {
      const numbers = [3, ...others, 2].filter((number) => number !== 1 && number !== 4);
      const text = `cat1_id=${numbers.join(",")}&${sn.map((one) => `sn=${encodeURIComponent(one)}`).join("&")}`;
      expect(parseQuery("listDevices", text)).toEqual({ ...NOTHING, cat1_id: [2, 3], sn });
    }),
  );
});
