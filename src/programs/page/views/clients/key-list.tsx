import { useState } from "preact/hooks";
import type { Result } from "../../operator/page-commands.ts";
import { useCommand } from "../../operator/use-command.ts";
import { clientName } from "../../parts/client-name.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Button } from "../../parts/controls.tsx";
import { relativeWords } from "../../parts/times.ts";

type Key = Result<"key.list">[number];

interface KeyListProps {
  readonly keys: readonly Key[];
  readonly onChanged: () => void;
}

/** The paired clients, each with a button to revoke its key. */
export function KeyList({ keys, onChanged }: KeyListProps) {
  const command = useCommand();
  const [asked, setAsked] = useState<Key | undefined>(undefined);
  if (keys.length === 0) return <p class="quiet">No paired clients.</p>;
  const revoke = async ({ id, name }: Key) => {
    if (await command("key.revoke", { key: id }, `Key of ${clientName(name)} revoked.`)) onChanged();
  };
  return (
    <>
      <ul class="rows">
        {keys.map((key) => (
          <li key={key.id} class="row">
            <div class="row-text">
              <p class="row-title">{clientName(key.name)}</p>
              <p class="quiet">
                {key.id.slice(0, 8)} · paired {relativeWords(key.madeAt, Date.now())} ·{" "}
                {key.lastUsedAt === null ? "never used" : `used ${relativeWords(key.lastUsedAt, Date.now())}`}
              </p>
            </div>
            <Button look="danger" onPress={() => setAsked(key)}>
              Revoke<span class="only-read"> {clientName(key.name)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          title={`Revoke ${clientName(asked.name)}?`}
          action="Revoke"
          onClose={() => setAsked(undefined)}
          onConfirm={() => void revoke(asked)}
        >
          <p>This client can no longer change anything until it is paired again.</p>
        </Confirm>
      )}
    </>
  );
}
