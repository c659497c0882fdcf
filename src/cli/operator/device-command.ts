import { Command } from "commander";
import { confirm } from "./confirm.ts";
import { editFromTable, fromTable, missing, type TableOptions } from "./edit-from-table.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate device admit "Colour bulb 1" --name "Hall lamp" --room Hall
  luxgate device rename "TV bar" Telly
  luxgate device move Ceiling Kitchen
  luxgate device move Ceiling none
  luxgate device rename --from names.csv --dry-run     what would be called otherwise
  luxgate device move --from rooms.csv                 all of it, or nothing and every mistake
  luxgate device move Ceiling auto     where its group of Zigbee2MQTT has it
  luxgate device as-lamp "Reading plug"          a lamp hangs on it; --undo takes that back
  luxgate device remove LX20501-0666   asks first; with --yes it does not
  luxgate device remove "Attic lamp" --force --yes

A device is named by its name, Room/Name, serial number or id. A table has headings: "device", "serial" or "id", and
"name" or "room"; other columns do not matter, so what "luxgate devices --csv" prints can be edited and given back.`;

interface AdmitOptions extends OperatorOptions {
  readonly name?: string;
  readonly room?: string;
}

interface RemoveOptions extends OperatorOptions {
  readonly force: boolean;
  readonly yes: boolean;
}

interface AsLampOptions extends OperatorOptions {
  readonly undo: boolean;
}

/** `luxgate device …` */
export const deviceCommand = (): Command =>
  new Command("device")
    .description("Admit, rename, move or remove a device, or serve a plug as a lamp.")
    .addCommand(admitCommand())
    .addCommand(renameCommand())
    .addCommand(moveCommand())
    .addCommand(asLampCommand())
    .addCommand(removeCommand())
    .addHelpText("after", EXAMPLES);

const admitCommand = (): Command =>
  operatorCommand("admit", "Take a device that turned up into the home.")
    .argument("<device>")
    .option("--name <name>", "call it so at once")
    .option("--room <room>", "put it there at once")
    .action(async (device: string, { name, room, ...options }: AdmitOptions) => {
      const given = { device, ...(name === undefined ? {} : { name }), ...(room === undefined ? {} : { room }) };
      say(options, await ask(options, "device.admit", given), (admitted) => {
        return `"${admitted.name}" (${admitted.serial}) is admitted; it is in ${admitted.room ?? "no room"}.`;
      });
    });

const renameCommand = (): Command =>
  fromTable(operatorCommand("rename", "Give a device another name, or many devices out of a table."))
    .argument("[device]")
    .argument("[name]")
    .action(async (device: string | undefined, name: string | undefined, options: TableOptions) => {
      if (options.from !== undefined)
        return editFromTable("rename", options.from, { ...options, words: [device, name] });
      if (device === undefined || name === undefined) throw missing("rename", "<name>");
      say(options, await ask(options, "device.rename", { device, name }), (renamed) => {
        return `${renamed.serial} is called "${renamed.name}" now.`;
      });
    });

const moveCommand = (): Command =>
  fromTable(operatorCommand("move", "Put a device into a room, or none, for good, or many devices out of a table."))
    .argument("[device]")
    .argument("[room]", 'a room, "none", or "auto" for the room of its group')
    .action(async (device: string | undefined, room: string | undefined, options: TableOptions) => {
      if (options.from !== undefined) return editFromTable("move", options.from, { ...options, words: [device, room] });
      if (device === undefined || room === undefined) throw missing("move", "<room>");
      say(options, await ask(options, "device.move", { device, room }), (moved) => {
        return `"${moved.name}" is in ${moved.room ?? "no room"} now.`;
      });
    });

const asLampCommand = (): Command =>
  operatorCommand("as-lamp", "Serve a plug or relay that feeds a lamp as an on/off lamp.")
    .argument("<device>")
    .option("--undo", "serve it as what it is again", false)
    .action(async (device: string, { undo, ...options }: AsLampOptions) => {
      say(options, await ask(options, "device.as-lamp", { device, undo }), ({ name }) => {
        return undo ? `"${name}" is served as what it is again.` : `"${name}" is served as an on/off lamp now.`;
      });
    });

const removeCommand = (): Command =>
  operatorCommand("remove", "Send a device away; it may join again.")
    .argument("<device>")
    .option("--force", "also when it does not answer: it may come back by itself", false)
    .option("--yes", "do not ask", false)
    .action(async (device: string, { force, ...options }: RemoveOptions) => {
      const { id, name, serial, room } = await ask(options, "device.remove", { device, force, check: true });
      await confirm(`"${name}" (${serial}, in ${room ?? "no room"}) will be sent away; it may join again.`, options);
      say(options, await ask(options, "device.remove", { device: id, force }), (removed) => {
        return `"${removed.name}" (${removed.serial}) is removed; it may join again.`;
      });
    });
