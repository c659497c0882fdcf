import { type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { quoted } from "../words/quoted.ts";
import { type Edit, problemIn } from "./device-edits.ts";
import { refusalOf } from "./give-command.ts";

/** Those behind the gateway do their part device by device; when one refuses, the others get their old names back. */
export async function giveEdits(
  { gateway, backend, by }: Controls,
  edits: readonly Edit[],
): Promise<Refused | undefined> {
  const change = { kind: "devicesEdited", edits: edits.map((edit) => edit.change) } as const;
  if (gateway.storeProblem !== undefined) return refusalOf("not-stored", gateway);
  const done: Edit[] = [];
  for (const edit of edits) {
    const agreement = await backend.agree(edit.change);
    if (agreement === "done") done.push(edit);
    if (typeof agreement !== "object") continue;
    const lines = [problemIn(edit.request, agreement.refused), ...(await takenBack(backend, done))];
    gateway.noteRefused(change, by, lines.join(" "));
    return refused(...lines);
  }
  const outcome = await gateway.ask(change, by);
  if (outcome === "done") return undefined;
  const { refused: lines } = refusalOf(outcome, gateway);
  return refused(...lines, ...(await takenBack(backend, done)));
}

/** Has those behind the gateway undo what they did; a line for each that they did not. */
async function takenBack(backend: Controls["backend"], done: readonly Edit[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { request, edited } of done.toReversed()) {
    const { id: deviceId, name } = request.device;
    const agreement = await backend.agree({ kind: "deviceRenamed", deviceId, name });
    if (typeof agreement !== "object") continue;
    lines.push(`The back end still calls ${edited.serial} ${quoted(edited.after)}: ${agreement.refused}`);
  }
  return lines;
}
