import { namePatternIn } from "../../../core/home/model/name-pattern.ts";
import { namedByPattern } from "../../../core/home/model/new-names.ts";
import { CommandFault } from "../command-fault.ts";
import { isDeviceWanted } from "./devices-command.ts";
import { type TableOptions, textOfEdits } from "./edit-from-table.ts";
import { ask, print } from "./operator-command.ts";

export interface PatternOptions extends TableOptions {
  readonly pattern?: string;
  readonly room?: string;
  readonly product?: string;
  readonly name?: string;
}

/** Renames all devices that filters let through, or none; their order is that of `luxgate devices`. */
export async function renameByPattern(text: string, options: PatternOptions): Promise<void> {
  const pattern = namePatternIn(text);
  if ("problem" in pattern) throw new CommandFault([`error: --pattern: ${pattern.problem}`]);
  const { dryRun: check } = options;
  const devices = (await ask(options, "device.list", {})).filter(({ product }) => product !== "gateway");
  const isWanted = isDeviceWanted({ ...options, offline: false, online: false, unadmitted: false });
  const [chosen, others] = [devices.filter(isWanted), devices.filter((device) => !isWanted(device))];
  const edits = namedByPattern({ devices: chosen, others }, pattern).map(({ device: { id: device }, name }) => ({
    device,
    name,
  }));
  print(options, await ask(options, "device.edit-each", { edits, check }), (found) => textOfEdits(found, options));
}
