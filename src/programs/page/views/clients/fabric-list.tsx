import { useState } from "preact/hooks";
import type { FabricView } from "../../operator/page-commands.ts";
import { useCommand } from "../../operator/use-command.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Button } from "../../parts/controls.tsx";

interface FabricListProps {
  /** Null until the bridge has read them. */
  readonly fabrics: readonly FabricView[] | null;
  readonly onChanged: () => void;
}

/** The ecosystems that have the lamps, each with a button to take them away. */
export function FabricList({ fabrics, onChanged }: FabricListProps) {
  const command = useCommand();
  const [asked, setAsked] = useState<FabricView | undefined>(undefined);
  if (!fabrics) return null;
  if (fabrics.length === 0) return <p class="quiet">No ecosystem is paired.</p>;
  const remove = async (fabric: FabricView) => {
    if (await command("matter.remove", { fabric: fabric.index }, `${titleOf(fabric)} was removed.`)) onChanged();
  };
  return (
    <>
      <ul class="rows">
        {fabrics.map((fabric) => (
          <li key={fabric.index} class="row">
            <div class="row-text">
              <p class="row-title">{titleOf(fabric)}</p>
              <p class="quiet">
                number {fabric.index} · Matter fabric {fabric.fabricId}
              </p>
            </div>
            <Button look="danger" onPress={() => setAsked(fabric)}>
              Remove<span class="only-read"> {titleOf(fabric)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          title={`Remove ${titleOf(asked)}?`}
          action="Remove"
          onClose={() => setAsked(undefined)}
          onConfirm={() => void remove(asked)}
        >
          <p>It loses all lamps at once. To get them back, it must pair again.</p>
        </Confirm>
      )}
    </>
  );
}

const titleOf = ({ vendor, label }: FabricView): string => (label === "" ? vendor : `${vendor} (${label})`);
