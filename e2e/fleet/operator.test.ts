import { expect, test } from "vitest";
import { Hotel } from "../support/hotel.ts";
import { Program } from "../support/program.ts";

test("an operator sees and controls all gateways, and is told what is missing", async () => {
  const hotel = await Hotel.open();
  const { operator } = hotel;
  const gateways = await hotel.serve(1, 2);
  const status = await operator.does("fleet status");
  expect(status).toMatch(/^Fleet "Grand Hotel", 02:/);
  expect(status).toMatch(/^ {2}lights +2$/m);
  expect(status).toMatch(/^ {2}data +fleet: \d+ entries, .*, 1 copy, leader nats-1$/m);
  expect(status).toMatch(/^ {2}problems +none$/m);
  expect(await operator.does("fleet problems")).toBe("No problems.\n");
  expect(await operator.does("fleet gateways --csv")).not.toMatch(/\dT\d/);
  expect(await operator.does("fleet problems --csv")).toMatch(/^gateway,kind,problem,since/);

  expect(await operator.does('fleet set "Lamp 2" on 40% red')).toMatch(/^Lamp 2: on 40% #\w{6} \(sent\)\n$/);
  expect(JSON.parse(await operator.does('fleet set "Hall 1" off --json'))).toMatchObject({
    name: "Hall 1",
    lightsOn: 0,
  });
  expect(await operator.does('fleet devices --gateway "Floor 2" --product "*bulb"')).toMatch(
    /^NAME +GATEWAY +ROOM .*\nLamp 2 +Floor 2 +Hall 2 .*on 40%/,
  );

  const history = await operator.does("fleet history --by operator");
  expect(history).toMatch(/^WHEN +GATEWAY +WHO +WHAT +OUTCOME$/m);
  expect(history).toMatch(/Floor 2 +the operator +.*Lamp 2.* +done$/m);
  const [entry] = (await operator.does('fleet history --device "Lamp 2" --by operator --json')).split("\n");
  expect(JSON.parse(entry ?? "")).toMatchObject({ gateway: "Floor 2", by: { kind: "operator" }, outcome: "done" });
  expect(await operator.does('fleet history --gateway "Floor 1" --csv')).toMatch(/^when,gateway,who,what,outcome/);
  expect(await operator.does("fleet history --device Wibble")).toBe('No history entries match --device "Wibble".\n');

  await gateways[1]?.stop();
  const types = async (line: string) => {
    const { status, output, errors } = await operator.types(`luxgate fleet ${line}`);
    return { status, text: output + errors };
  };
  expect(await types("status")).toEqual({ status: 2, text: expect.stringContaining("1 of 2 online, 1 stopped") });
  expect(await types("problems")).toEqual({ status: 2, text: expect.stringMatching(/Floor 2 +stopped +was stopped/) });
  expect(await types("history")).toEqual({ status: 2, text: expect.stringContaining('No history from "Floor 2"') });
  expect(await types('set "Lamp 2" on')).toEqual({ status: 1, text: expect.stringContaining("not connected") });
  expect(await types("set all on")).toEqual({ status: 2, text: expect.stringContaining('not by "Floor 2"') });
  expect((await types("set all on 60%")).text).toMatch(/: on 60%, 1 lamp \(sent/);
  expect((await types("history --last 0")).text).not.toContain("The history is empty");
  expect(await types("set Wibble on")).toEqual({ status: 1, text: expect.stringContaining("luxgate fleet devices") });
}, 120_000);

test("a gateway that was paused drops what waited meanwhile, as its client was refused", async () => {
  const hotel = await Hotel.open();
  const { operator } = hotel;
  const [gateway] = await hotel.serve(1);
  await operator.does('fleet set "Lamp 1" off');
  gateway?.process.kill("SIGSTOP");
  const { status, errors } = await operator.types('luxgate fleet set "Lamp 1" on');
  expect({ status, errors }).toEqual({ status: 1, errors: expect.stringContaining("not known whether it was done") });
  gateway?.process.kill("SIGCONT");
  // All that waited is read before this.
  await expect.poll(async () => (await operator.types('luxgate fleet set "Lamp 1" 33%')).status).toBe(0);
  const [lamp] = JSON.parse(await operator.does("fleet devices --json")).filter(isLamp);
  expect(JSON.stringify(lamp)).toContain('"on":false');
}, 120_000);

const isLamp = ({ name }: { readonly name: string }) => name === "Lamp 1";

test("a front ends at once with credentials that are not a front's", async () => {
  const hotel = await Hotel.open();
  const { operator, urls } = hotel;
  const { credentials } = JSON.parse(await operator.does('fleet add "Floor 1" --json'));
  for (const [file, whose] of [
    [credentials, "of a gateway"],
    [`${operator.folder}/command.creds`, "of the operator"],
  ]) {
    const { status, errors } = await operator.types(
      `luxgate fleet serve --nats ${urls.join(",")} --credentials ${file}`,
    );
    expect({ status, errors }).toEqual({ status: 1, errors: expect.stringContaining(`the credentials ${whose}`) });
    expect(errors).toContain("luxgate fleet add-front");
  }
}, 120_000);

test("history --follow shows what is done at all gateways as it happens, and goes on when servers and gateways are back", async () => {
  const hotel = await Hotel.open();
  const { operator, servers } = hotel;
  const [, second] = await hotel.serve(1, 2);
  await operator.does('fleet set "Lamp 1" on');
  const environment = { HOME: operator.home, XDG_CONFIG_HOME: "", LUXGATE_NATS: servers.urls.join(",") };
  const following = Program.start(["fleet", "history", "--follow", "--by", "operator"], environment);
  await following.says(/Floor 1 +the operator +.*Lamp 1.* done\n/);
  await operator.does('fleet set "Lamp 2" on');
  await following.says(/Floor 2 +the operator +.*Lamp 2.* done\n/);

  await second?.stop();
  await expect.poll(() => following.errors).toContain('No history from "Floor 2": not connected.');
  await operator.does('fleet set "Lamp 1" off');
  await following.says(/Lamp 1.*off.* done\n/);

  const [server] = servers.servers;
  await server?.kill();
  await expect.poll(() => following.errors).toContain("Retrying");
  await server?.start();
  await expect.poll(() => following.errors).toContain("Connected again");
  await expect.poll(async () => (await operator.types('luxgate fleet set "Lamp 1" on 10%')).status).toBe(0);
  await following.says(/Lamp 1.*10%.* done\n/);
  expect(await following.stop("SIGINT")).toBe(0);
  expect(following.output.match(/done/g)).toHaveLength(4);
}, 120_000);
