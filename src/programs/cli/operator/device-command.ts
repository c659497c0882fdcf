import { Command } from "commander";
import { CommandFault } from "../command-fault.ts";
import { confirm } from "./confirm.ts";
import { editFromTable, fromTable, missing, type TableOptions } from "./edit-from-table.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";
import { type PatternOptions, renameByPattern } from "./rename-by-pattern.ts";

const EXAMPLES = `
Examples:
  luxgate device admit "Colour bulb 1" --name "Hall lamp" --room Hall
  luxgate device rename "TV bar" Telly
  luxgate device move Ceiling Kitchen
  luxgate device move Ceiling none
  luxgate device move Ceiling auto                   to the room of its Zigbee2MQTT group
  luxgate device rename --from names.csv --dry-run   show which names would change
  luxgate device rename --pattern "{room} {n:02}" --room Kitchen --dry-run
  luxgate device move --from rooms.csv               move every device in the file, or list all problems and move none
  luxgate device as-lamp "Reading plug"              for a plug with a lamp plugged in; --undo ends this
  luxgate device remove LX20501-0666                 asks for confirmation; --yes skips this
  luxgate device remove "Attic lamp" --force --yes

A simulated device that joins must be accepted with "device admit". Luxgate accepts Zigbee2MQTT devices itself.
Specify a device by its name, Room/Name, serial number or id. A moved device stays in its new room until you move it
again, or move it to "auto". A CSV file needs two columns: the device ("device", "serial" or "id") and its new value
("name" or "room"). Other columns are ignored, so you can edit the output of "luxgate devices --csv" and use it here.
A pattern is text with {room}, {name} (the current name), {n} (a number) and {n:02} (a number with two digits). Numbers
start again in each room if the pattern has {room}. If another device already has the new name, the next number is used.`;

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
    .description("Accept (admit), rename, move or remove a device, or show a plug as a lamp.")
    .addCommand(admitCommand())
    .addCommand(renameCommand())
    .addCommand(moveCommand())
    .addCommand(asLampCommand())
    .addCommand(removeCommand())
    .addHelpText("after", EXAMPLES);

const admitCommand = (): Command =>
  operatorCommand("admit", "Accept a new device, so that it becomes part of the home.")
    .argument("<device>")
    .option("--name <name>", "name for the device")
    .option("--room <room>", "room for the device")
    .action(async (device: string, { name, room, ...options }: AdmitOptions) => {
      const given = { device, ...(name === undefined ? {} : { name }), ...(room === undefined ? {} : { room }) };
      say(options, await ask(options, "device.admit", given), (admitted) => {
        return `"${admitted.name}" (${admitted.serial}) was admitted. Room: ${admitted.room ?? "none"}.`;
      });
    });

const renameCommand = (): Command =>
  fromTable(operatorCommand("rename", "Rename a device, or many devices by a pattern or from a CSV file."))
    .argument("[device]")
    .argument("[name]")
    .option("--pattern <pattern>", 'rename many devices, such as "{room} {n:02}"')
    .option("--room <room>", 'with --pattern: only devices in this room; "none" for devices in no room')
    .option("--product <pattern>", "with --pattern: only devices of this product")
    .option("--name <pattern>", "with --pattern: only devices with such a name")
    .action(async (device: string | undefined, name: string | undefined, options: PatternOptions) => {
      const ways = [options.from, options.pattern, device].filter((way) => way !== undefined);
      if (ways.length > 1)
        throw new CommandFault(['error: "device rename" takes a device, --pattern or --from, and one of them only.']);
      if (options.pattern !== undefined) return renameByPattern(options.pattern, options);
      if (options.from !== undefined)
        return editFromTable("rename", options.from, { ...options, words: [device, name] });
      if (device === undefined || name === undefined) throw missing("rename", "<name>");
      say(options, await ask(options, "device.rename", { device, name }), (renamed) => {
        return `${renamed.serial} is now called "${renamed.name}".`;
      });
    });

const moveCommand = (): Command =>
  fromTable(operatorCommand("move", "Move a device to a room, or many devices from a CSV file."))
    .argument("[device]")
    .argument("[room]", 'a room, "none" for no room, or "auto" for the room of its group')
    .action(async (device: string | undefined, room: string | undefined, options: TableOptions) => {
      if (options.from !== undefined) return editFromTable("move", options.from, { ...options, words: [device, room] });
      if (device === undefined || room === undefined) throw missing("move", "<room>");
      say(options, await ask(options, "device.move", { device, room }), (moved) => {
        return `"${moved.name}" is now in ${moved.room ?? "no room"}.`;
      });
    });

const asLampCommand = (): Command =>
  operatorCommand("as-lamp", "Show a plug or relay as an on/off lamp, if it powers a lamp.")
    .argument("<device>")
    .option("--undo", "show it as a plug or relay again", false)
    .action(async (device: string, { undo, ...options }: AsLampOptions) => {
      say(options, await ask(options, "device.as-lamp", { device, undo }), ({ name }) => {
        return undo ? `"${name}" is no longer served as a lamp.` : `"${name}" is now served as an on/off lamp.`;
      });
    });

const removeCommand = (): Command =>
  operatorCommand("remove", "Remove a device; it can join again.")
    .argument("<device>")
    .option("--force", "remove it even if it does not answer; it may reappear", false)
    .option("--yes", "skip the confirmation", false)
    .action(async (device: string, { force, ...options }: RemoveOptions) => {
      const { id, name, serial, room } = await ask(options, "device.remove", { device, force, check: true });
      await confirm(`"${name}" (${serial}, in ${room ?? "no room"}) will be removed. It can join again.`, options);
      say(options, await ask(options, "device.remove", { device: id, force }), (removed) => {
        return `"${removed.name}" (${removed.serial}) was removed. It can join again.`;
      });
    });
