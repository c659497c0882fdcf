import { useState } from "preact/hooks";
import { linesFor } from "../../operator/operator-refusal.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";

/** Downloads a backup of the gateway, a file for `luxgate restore`. */
export function Backup() {
  const { operator, messages } = useParts();
  const [withKeys, setWithKeys] = useState(false);
  const download = async () => {
    try {
      const { text } = await operator.ask("home.backup", { withKeys });
      const name = `luxgate-backup-${new Date().toISOString().slice(0, 10)}.json`;
      saveFile(name, text);
      messages.say(`Backup saved in your downloads: ${name}.`);
    } catch (error) {
      messages.say(linesFor(error).join(" "), "problem");
    }
  };
  return (
    <section class="card">
      <h2>Backup</h2>
      <p class="quiet">
        Download a file for luxgate restore. A gateway restored from it gives the same answers as this one.
      </p>
      <div class="form-row">
        <label class="check">
          <input
            type="checkbox"
            checked={withKeys}
            onChange={({ currentTarget }) => setWithKeys(currentTarget.checked)}
          />{" "}
          Include key digests, so that clients stay paired
        </label>
        <Button look="strong" onPress={() => void download()}>
          Download
        </Button>
      </div>
    </section>
  );
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
