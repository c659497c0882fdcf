import { useState } from "preact/hooks";
import { linesFor } from "../../operator/operator-refusal.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { saveFile } from "../../parts/save-file.ts";

/** Downloads a backup of the gateway, a file for `luxgate restore`. */
export function Backup() {
  const { operator, messages } = useParts();
  const [withKeys, setWithKeys] = useState(false);
  const download = async () => {
    try {
      const { text } = await operator.ask("home.backup", { withKeys });
      const name = `luxgate-backup-${new Date().toISOString().slice(0, 10)}.json`;
      saveFile(name, text, "application/json");
      messages.say(`Backup saved in your downloads: ${name}.`);
    } catch (error) {
      messages.say(linesFor(error).join(" "), "problem");
    }
  };
  return (
    <section class="card">
      <h2>Backup</h2>
      <p class="quiet">
        Download a backup file. To restore a gateway from it, run <code>luxgate restore</code>.
      </p>
      <div class="form-row">
        <label class="check">
          <input
            type="checkbox"
            checked={withKeys}
            onChange={({ currentTarget }) => setWithKeys(currentTarget.checked)}
          />{" "}
          Keep clients paired after a restore
        </label>
        <Button look="strong" onPress={() => void download()}>
          Download
        </Button>
      </div>
    </section>
  );
}
