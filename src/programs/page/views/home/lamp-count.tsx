import { useComputed } from "@preact/signals";
import { lampCountIn, offlineIn } from "../../model/room-look.ts";
import { useParts } from "../../page-parts.ts";

interface LampCountProps {
  readonly roomId: string;
  /** Whether those that are offline are a button that searches for them. */
  readonly hasOfflineButton?: boolean;
}

/** "2 of 3 on": a text that follows every lamp without drawing the room again. */
export function LampCount({ roomId, hasOfflineButton = false }: LampCountProps) {
  const { model } = useParts();
  const words = useComputed(() => lampCountIn(model, roomId, { withOffline: !hasOfflineButton }));
  return (
    <p class="quiet">
      {words}
      {hasOfflineButton && <OfflineButton roomId={roomId} />}
    </p>
  );
}

function OfflineButton({ roomId }: Pick<LampCountProps, "roomId">) {
  const { model, search } = useParts();
  const count = useComputed(() => offlineIn(model, roomId).length).value;
  const find = () => {
    search.value = "offline";
    // The button is gone.
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return count === 0 ? null : (
    <>
      {" ·\u00a0"}
      <button type="button" class="inline-button" onClick={find}>
        {count} offline
      </button>
    </>
  );
}
