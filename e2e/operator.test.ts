import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rowsIn } from "../test/support/cli/printed-table.ts";
import { Program, temporaryFolder } from "./support/program.ts";

/** A gateway and the folder on which it runs. */
async function gateway() {
  const folder = temporaryFolder();
  const program = Program.serve(["--data-dir", folder]);
  const { url } = await program.ready();
  return { folder, program, url };
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A command as a person gives it, from its start to its end. */
async function luxgate(folder: string, ...args: readonly string[]): Promise<Ended> {
  const program = Program.start(args, { LUXGATE_DATA_DIR: folder });
  program.process.stdin?.end();
  const code = await program.end();
  return { code, output: program.output, errors: program.errors };
}

const OK = { code: 0, errors: "" };

describe("an operator", () => {
  test("sees devices, rooms and scenes in tables", async () => {
    const { folder } = await gateway();
    const [devices, rooms, scenes] = await Promise.all(
      ["devices", "rooms", "scenes"].map((command) => luxgate(folder, command)),
    );
    expect(devices).toMatchObject(OK);
    expect(rowsIn(devices?.output ?? "").slice(0, 2)).toMatchObject([
      { NAME: "Luxgate", ROOM: "-", PRODUCT: "gateway", SERIAL: "LG-GATEWAY", STATE: "-" },
      {
        ...{ NAME: "TV bar", ROOM: "Living room", PRODUCT: "bar lamp", SERIAL: "LX20504-0001" },
        ...{ STATE: "on 60% #ff8800 and 4 more (synced)", ONLINE: "yes", ADMITTED: "yes" },
      },
    ]);
    const kitchen = rowsIn(rooms?.output ?? "").find(({ NAME }) => NAME === "Kitchen");
    expect(Object.values(kitchen ?? {})).toEqual(expect.arrayContaining(["kitchen", "2", "1 of 2", "1"]));
    const evening = rowsIn(scenes?.output ?? "").find(({ NAME }) => NAME === "Evening");
    expect(Object.values(evening ?? {})).toEqual(
      expect.arrayContaining(["Living room", "#ea662d #f2a03d #c8452c #8f2d56 #3f2b56", "yes"]),
    );
  });

  test("furnishes a home: rooms, names, places, scenes, states; it is all there after a restart", async () => {
    const { folder, program } = await gateway();
    const steps = [
      ["room", "add", "Hall", "--type", "hallway"],
      ["device", "admit", "Unknown bulb", "--name", "灯 🛋️", "--room", "Hall"],
      ["device", "rename", "Porch", "Front door"],
      ["device", "move", "Desk spot", "hall"],
      ["device", "remove", "Wardrobe", "--yes"],
      ["scene", "add", "Hall", "Welcome", "#ff8800", "2700K"],
      ["scene", "activate", "hall/welcome"],
      ["scene", "remove", "Night", "--yes"],
      ["room", "rename", "Bedroom", "Attic"],
      ["room", "remove", "Kitchen", "--yes"],
      ["set", "Front door", "off"],
      ["set", "Sync box", "hdmi2", "music", "config", "3"],
    ];
    for (const step of steps) expect(await luxgate(folder, ...step)).toMatchObject(OK);
    /** But for when each was last seen, which is now. */
    const listed = async (name: string) => {
      const { output, ...rest } = await luxgate(folder, name, "--json");
      return { ...rest, output: output.replaceAll(/"lastSeenAt": "[^"]*"/g, '"lastSeenAt": "now"') };
    };
    const before = await Promise.all(["devices", "rooms", "scenes"].map(listed));
    await program.stop();
    await Program.serve(["--data-dir", folder]).ready();
    const after = await Promise.all(["devices", "rooms", "scenes"].map(listed));
    expect(after).toEqual(before);
    const devices = JSON.parse(after[0]?.output ?? "");
    expect(devices).toContainEqual(expect.objectContaining({ name: "灯 🛋️", room: "Hall", admitted: true }));
    expect(devices).toContainEqual(expect.objectContaining({ name: "Front door", state: "off" }));
    expect(devices).toContainEqual(expect.objectContaining({ name: "Sync box", state: "on 90% hdmi2 music high" }));
  });

  test("presses the button, and clients may pair", async () => {
    const { folder, program, url } = await gateway();
    const pressed = luxgate(folder, "press");
    // At once: on a busy machine, a command takes long to start and to end.
    await program.says(/Button pressed/);
    const paired = await fetch(`${url}/api`, { method: "POST", body: '{"device_type":"acme#panel"}' });
    expect(await paired.json()).toMatchObject({ code: 0 });
    expect(await pressed).toEqual({ ...OK, output: "Button pressed. A client can pair within 10 s.\n" });
  });

  test("lets devices in and hears of each; Ctrl-C shuts joining", async () => {
    const { folder } = await gateway();
    const join = Program.start(["join"], { LUXGATE_DATA_DIR: folder });
    await join.says(/^New device "Colour bulb 1": colour bulb, SIM-0001$/m);
    expect(await join.stop("SIGINT")).toBe(0);
    expect(join.errors).toMatch(/Joining is closed\. To admit a device: luxgate device admit SIM-0001/);
    expect(JSON.parse((await luxgate(folder, "status", "--json")).output)).toMatchObject({ joiningMillisLeft: 0 });
  });

  test("sets what clients then see", async () => {
    const { folder, url } = await gateway();
    expect((await luxgate(folder, "set", "Ceiling", "40%", "2700K")).output).toBe("Ceiling: on 40% 2700K\n");
    const answer = await (await fetch(`${url}/clip/v2/resource/light`)).text();
    expect(answer).toMatch(/"name":"Ceiling","on":1,"brightness":40,"color_mode":2,"color_cw":2700/);
    expect(await luxgate(folder, "set", "Worktop", "3000K")).toMatchObject({
      output: "Worktop: off\n",
      errors: 'Still off: add "on" to see the change.\n',
    });
  });

  test("has simulated devices misbehave", async () => {
    const { folder } = await gateway();
    const script = join(temporaryFolder(), "a-day.yaml");
    writeFileSync(script, '- { at: "06:30", switch: Porch, to: "off" }\n- { at: "07:00", offline: Ceiling }\n');
    expect(await luxgate(folder, "sim", "play", script, "--speed", "100000")).toEqual({
      ...OK,
      output: '06:30  "Porch" is switched off by hand.\n07:00  "Ceiling" is offline.\n',
    });
    expect((await luxgate(folder, "sim")).output).toContain('"Ceiling" is offline.\n');
    expect((await luxgate(folder, "sim", "calm", "--json")).output).toContain('"words"');
    expect((await luxgate(folder, "sim")).output).toBe('"Bedside right" is offline in the home file.\n');
  });
});

describe("a whole home", () => {
  test("is exported, changed and imported again", async () => {
    const { folder } = await gateway();
    const file = join(temporaryFolder(), "my-home.json");
    expect(await luxgate(folder, "export", file)).toEqual({ ...OK, output: `The home was exported to ${file}.\n` });
    expect((await luxgate(folder, "export")).output).toBe(readFileSync(file, "utf8"));
    expect(await luxgate(folder, "export", file)).toMatchObject({
      code: 1,
      errors: `${file} already exists. Add --force to overwrite it.\n`,
    });
    const before = await luxgate(folder, "devices");
    await luxgate(folder, "room", "remove", "Kitchen", "--yes");
    const asked = await luxgate(folder, "import", file);
    expect(asked).toMatchObject({ code: 1, output: "" });
    expect(asked.errors).toMatch(
      /^The whole home \(14 devices .*\) will be replaced with .* \(14 devices .*\)\. Nothing was changed\. Add --yes to confirm\.\n$/,
    );
    expect(await luxgate(folder, "import", file, "--yes")).toMatchObject(OK);
    expect(await luxgate(folder, "devices")).toEqual(before);
  });

  test("is exported neither through a link nor in the place of a device, but into a pipe", async () => {
    const { folder } = await gateway();
    const [thesis, link] = [join(temporaryFolder(), "thesis.txt"), join(temporaryFolder(), "home.json")];
    writeFileSync(thesis, "years of work");
    symlinkSync(thesis, link);
    expect(await luxgate(folder, "export", link, "--force")).toMatchObject({
      code: 1,
      errors: `${link} is a symbolic link to ${thesis}: name that file instead.\n`,
    });
    expect(readFileSync(thesis, "utf8")).toBe("years of work");
    const { output } = await luxgate(folder, "export");
    const command = ["sh", "-c", `${process.execPath} dist/luxgate.js "$@" | cat`, "sh"];
    const piped = Program.startAs({ command }, ["export", "/dev/stdout", "--force", "--data-dir", folder]);
    expect(await piped.end()).toBe(0);
    expect(piped.output).toBe(`${output}The home was exported to /dev/stdout.\n`);
    expect(lstatSync("/dev/stdout").isSymbolicLink()).toBe(true);
  });

  test("comes out of standard input too, and is refused whole when it is wrong", async () => {
    const { folder } = await gateway();
    const program = Program.start(["import", "-", "--yes"], { LUXGATE_DATA_DIR: folder });
    program.process.stdin?.end("nonsense");
    expect(await program.end()).toBe(1);
    expect(program.errors).not.toBe("");
    expect((await luxgate(folder, "rooms")).output).toContain("Kitchen");
  });

  test("is as on the first day after a factory reset, with another identity", async () => {
    const { folder } = await gateway();
    await luxgate(folder, "room", "remove", "Kitchen", "--yes");
    expect(await luxgate(folder, "reset", "--factory")).toMatchObject({ code: 1 });
    expect((await luxgate(folder, "rooms")).output).not.toContain("Kitchen");
    expect(await luxgate(folder, "reset", "--factory", "--yes")).toMatchObject(OK);
    expect((await luxgate(folder, "rooms")).output).toContain("Kitchen");
  });
});

describe("what cannot be done is told on standard error, with exit code 1:", () => {
  test("no gateway", async () => {
    const folder = temporaryFolder();
    expect(await luxgate(folder, "devices")).toEqual({
      code: 1,
      output: "",
      errors: expect.stringMatching(RegExp(`^No gateway is running in ${folder}\\..*\n$`)),
    });
    expect(existsSync(join(folder, "control.sock"))).toBe(false);
  });

  test.each([
    [["set", "TV bra", "on"], /^No device is called "TV bra"; did you mean "TV bar"\?\n$/],
    [["set", "Porch", "40%"], /^"40%": "Porch" cannot be dimmed\.\n"Porch" accepts on, off or toggle\.\n$/],
    [["set", "Porch"], /^Nothing to set\. Put a colour such as "#ff8800" in quotes\.\n/],
    [["room", "add", "kitchen"], /^There is already a room "Kitchen": use another name\.\n$/],
    [["device", "rname", "a", "b"], /Did you mean rename\?/],
    [["devces"], /Did you mean devices\?/],
    [["sim", "ofline", "Porch"], /^Unknown command "sim ofline"\. Did you mean "offline"\?\n$/],
    [["sim", "latency", "all", "soon"], /Expected a whole number of milliseconds, such as 500\./],
    [["import", "/no/such/file"], /^\/no\/such\/file: there is no file at this path\n$/],
    [["reset"], /required option '--factory'/],
  ])("%j", async (args, message) => {
    const { folder } = await gateway();
    const { code, output, errors } = await luxgate(folder, ...args);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(message);
    expect(errors).not.toMatch(/\bat .*\.js/);
  });
});
