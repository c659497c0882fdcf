import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { CommandedStore } from "../../../../test/support/store/commanded-store.ts";
import type { Change } from "../../../core/home/changes/change.ts";
import { contentsOf } from "../../../core/home/home.ts";
import type { Agreement } from "../../backends/backend.ts";

const shown = ({ gateway }: OperatedGateway): string => JSON.stringify(contentsOf(gateway.home));

const namesIn = ({ gateway: { home } }: OperatedGateway): readonly string[] =>
  home.devices.all().map(({ name }) => name);

/** An operator whose back end answers renamings as it is told to. */
async function operatedBy(agree: (change: Change) => Agreement): Promise<OperatedGateway> {
  const plain = await OperatedGateway.start();
  const backend = Object.create(plain.simulation, { agree: { value: async (change: Change) => agree(change) } });
  return OperatedGateway.start({ controls: { backend } });
}

describe("a table of names", () => {
  test("renames all its devices in one commit, however they are named; lines that change nothing are counted", async () => {
    const store = new CommandedStore(contentsOf(PlainHome.demo().home));
    const operated = await OperatedGateway.start({ store });
    const csv = '\uFEFFdevice;state;name\r\nCeiling;on;"Big; red"\r\nLX20301-0001;off;Counter\r\nPorch;;Porch\r\n';
    const { edited, unchanged } = await operated.ask("device.rename-all", { csv });
    expect(edited.map(({ line, before, after }) => [line, before, after])).toEqual([
      [2, "Ceiling", "Big; red"],
      [3, "Worktop", "Counter"],
    ]);
    expect(unchanged).toBe(1);
    expect(store.batches).toHaveLength(1);
    expect(store.trail.map(({ did }) => did)).toEqual([
      '"Ceiling" renamed to "Big; red"',
      '"Worktop" renamed to "Counter"',
    ]);
  });

  test("may swap names", async () => {
    const operated = await OperatedGateway.start();
    await operated.ask("device.rename-all", { csv: "device,name\nCeiling,Worktop\nWorktop,Ceiling\n" });
    expect(await operated.ask("device.list", {})).toContainEqual(
      expect.objectContaining({ serial: "LX20302-0001", name: "Worktop" }),
    );
  });

  test("may have rooms too, and is done wholly all the same", async () => {
    const operated = await OperatedGateway.start();
    const csv = "device,name,room,state\nCeiling,Big,Bedroom,on\nPorch,Porch,none,off\nWorktop,Worktop,Kitchen,off\n";
    const { edited } = await operated.ask("device.edit-all", { csv });
    expect(edited.map(({ line, field, after }) => [line, field, after])).toEqual([
      [2, "name", "Big"],
      [2, "room", "Bedroom"],
    ]);
    const devices = await operated.ask("device.list", {});
    expect(devices).toContainEqual(expect.objectContaining({ name: "Big", room: "Bedroom" }));
    expect((await operated.ask("device.edit-all", { csv: "device,room\nBig,Kitchen\n" })).edited).toHaveLength(1);
    expect(await operated.refusal("device.edit-all", { csv: "device,nam\n" })).toEqual([
      expect.stringContaining('the column heading "name" or "room" is missing (did you misspell it as "nam"?)'),
    ]);
    const clash = "device,name,room\nBig,Bench,Kitchen\nWorktop,Bench,Kitchen\n";
    expect(await operated.refusal("device.edit-all", { csv: clash })).toHaveLength(2);
  });

  test("changes nothing in a dry run", async () => {
    const operated = await OperatedGateway.start();
    const before = shown(operated);
    const csv = "device,name\nCeiling,Big\n";
    expect((await operated.ask("device.rename-all", { csv, check: true })).edited).toHaveLength(1);
    expect(shown(operated)).toBe(before);
  });

  test("with problems is refused wholly, with all of them and their places", async () => {
    const operated = await OperatedGateway.start();
    const before = shown(operated);
    const csv = [
      "device,name",
      "Ceiling,Big",
      "Nobody,Somebody",
      'Worktop,"   "',
      "Ceiling,Other",
      "Porch,a,b",
      "TV bar,Same",
      "Reading lamp,same",
    ].join("\n");
    const lines = await operated.refusal("device.rename-all", { csv });
    expect(lines.map((line) => line.slice(0, 4))).toEqual(["3:1:", "4:9:", "5:1:", "6:1:", "7:8:", "8:14"]);
    expect(lines[2]).toBe('5:1: "Ceiling" is already in line 2');
    expect(lines[4]).toBe(
      '7:8: another device in the same room, LX20501-0001, would have the same name. Use another name, such as "Same 2"',
    );
    expect(lines[5]).toMatch(/such as "same 3"$/);
    expect(shown(operated)).toBe(before);
  });

  test.each([
    ["", '1:1: the column heading "name" is missing; expected column headings in the first line, such as device,name'],
    [
      "device,nam\n",
      '1:1: the column heading "name" is missing (did you misspell it as "nam"?); expected column headings in the first line, such as device,name',
    ],
    [
      "who,name\n",
      '1:1: the column heading "device", "serial" or "id" is missing; expected column headings in the first line, such as device,name',
    ],
    [
      "id,name,Name\n",
      '1:1: duplicate column heading "name"; expected column headings in the first line, such as device,name',
    ],
    ['device,name\n"Ceiling,Big\n', '2:1: the quoted cell that begins here is not closed; expected a "'],
  ])("%j is refused: %s", async (csv, line) => {
    const operated = await OperatedGateway.start();
    expect(await operated.refusal("device.rename-all", { csv })).toEqual([line]);
  });

  test("that the store refuses leaves every name as it was", async () => {
    const store = new CommandedStore(contentsOf(PlainHome.demo().home));
    const operated = await OperatedGateway.start({ store });
    const before = shown(operated);
    store.refuse("the disk is full");
    expect(await operated.refusal("device.rename-all", { csv: "device,name\nCeiling,Big\nWorktop,Top\n" })).toEqual([
      expect.stringMatching(/^Nothing was changed.*\(the disk is full\)/),
    ]);
    expect(shown(operated)).toBe(before);
  });

  test("that is refused behind the gateway is taken back there, and nothing is changed here", async () => {
    const asked: string[] = [];
    const operated = await operatedBy((change) => {
      if (change.kind !== "deviceRenamed") return "no-part";
      asked.push(change.name);
      return change.name === "Bad" ? { refused: "Zigbee2MQTT says no." } : "done";
    });
    const before = shown(operated);
    const csv = "device,name\nCeiling,Big\nWorktop,Bad\nPorch,Door\n";
    expect(await operated.refusal("device.rename-all", { csv })).toEqual(["3:9: Zigbee2MQTT says no."]);
    expect(asked).toEqual(["Big", "Bad", "Ceiling"]);
    expect(shown(operated)).toBe(before);
    expect(namesIn(operated)).toContain("Ceiling");
  });
});

describe("a table of rooms", () => {
  test("moves all its devices, out of rooms too, as many single moves would", async () => {
    const operated = await OperatedGateway.start();
    const single = await OperatedGateway.start();
    const moves = [
      ["Ceiling", "Bedroom"],
      ["Worktop", "Bedroom"],
      ["TV bar", "none"],
      ["Reading lamp", "Kitchen"],
    ] as const;
    for (const [device, room] of moves) await single.ask("device.move", { device, room });
    const csv = ["device,room", ...moves.map((move) => move.join(",")), "Porch,"].join("\n");
    await operated.ask("device.move-all", { csv });
    expect(shown(operated)).toBe(shown(single));
  });

  test("names the lines of rooms that are not there and devices that cannot be moved", async () => {
    const operated = await OperatedGateway.start();
    const csv = "device,room\nCeiling,Attic\nLuxgate,Kitchen\nUnknown bulb,Kitchen\n";
    const lines = await operated.refusal("device.move-all", { csv });
    expect(lines.map((line) => line.slice(0, 5))).toEqual(["2:9: ", "3:9: ", "4:14:"]);
  });
});

describe("a list", () => {
  test("renames its devices in one commit, or names each that cannot be, in words without lines", async () => {
    const operated = await OperatedGateway.start();
    const before = shown(operated);
    const names = [
      { device: "Ceiling", name: "worktop" },
      { device: "Porch", name: " " },
      { device: "TV bar", name: "Screen" },
    ];
    expect(await operated.refusal("device.edit-each", { edits: names })).toEqual([
      '"Porch": A name needs at least one visible character.',
      '"Ceiling": another device in the same room, LX20301-0001, would have the same name. Use another name, such as "worktop 2"',
    ]);
    expect(shown(operated)).toBe(before);
    const { edited, unchanged } = await operated.ask("device.edit-each", {
      edits: [...names.slice(2), { device: "Porch", name: "Porch" }],
    });
    expect([edited.map(({ after }) => after), unchanged]).toEqual([["Screen"], 1]);
  });

  test("moves its devices into one room, each once", async () => {
    const operated = await OperatedGateway.start();
    const devices = ["Ceiling", "TV bar"];
    const into = (room: string, those: readonly string[]) => ({ edits: those.map((device) => ({ device, room })) });
    const { edited } = await operated.ask("device.edit-each", into("Bedroom", devices));
    expect(edited.map(({ name, after }) => [name, after])).toEqual(devices.map((name) => [name, "Bedroom"]));
    const again = await operated.refusal("device.edit-each", into("Kitchen", ["Ceiling", "ceiling"]));
    expect(again).toEqual(['"Ceiling" is in the list twice.']);
  });

  test("moves and renames in one commit, where the new names count in the new rooms", async () => {
    const store = new CommandedStore(contentsOf(PlainHome.demo().home));
    const operated = await OperatedGateway.start({ store });
    const edits = [
      { device: "Porch", room: "Kitchen", name: "Ceiling" },
      { device: "Ceiling", name: "Ceiling 2" },
    ];
    const checked = await operated.ask("device.edit-each", { edits, check: true });
    expect(checked.edited.map(({ before, after }) => [before, after])).toEqual([
      ["none", "Kitchen"],
      ["Porch", "Ceiling"],
      ["Ceiling", "Ceiling 2"],
    ]);
    expect(store.batches).toHaveLength(0);
    await operated.ask("device.edit-each", { edits });
    expect(store.batches).toHaveLength(1);
    const kitchen = (await operated.ask("device.list", {})).filter(({ room }) => room === "Kitchen");
    expect(kitchen.map(({ name }) => name)).toEqual(expect.arrayContaining(["Ceiling", "Ceiling 2"]));
    const clash = [{ device: "TV bar", room: "Kitchen", name: "ceiling 2" }];
    expect(await operated.refusal("device.edit-each", { edits: clash })).toEqual([
      expect.stringMatching(/^"TV bar": another device in the same room, .*"ceiling 3"$/),
    ]);
  });

  test("leaves devices alone that are where they should be, however their room is named", async () => {
    const operated = await OperatedGateway.start();
    const kitchen = operated.gateway.home.rooms.all().find(({ name }) => name === "Kitchen")?.id ?? "";
    for (const room of ["Kitchen", kitchen]) {
      const edits = ["Ceiling", "Worktop"].map((device) => ({ device, room }));
      const { edited, unchanged } = await operated.ask("device.edit-each", { edits });
      expect([edited, unchanged]).toEqual([[], 2]);
    }
  });

  test("with very many problems tells the first of them", async () => {
    const operated = await OperatedGateway.start();
    const edits = Array.from({ length: 5_000 }, (_, place) => ({ device: `nobody ${place}`, room: "Kitchen" }));
    const lines = await operated.refusal("device.edit-each", { edits });
    expect(lines).toHaveLength(101);
    expect(lines[100]).toBe("and more problems: only the first 100 are shown");
  });
});
