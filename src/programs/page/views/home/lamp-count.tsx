import { useComputed } from "@preact/signals";
import { lampCountIn } from "../../model/room-look.ts";
import { useParts } from "../../page-parts.ts";

/** "2 of 3 on": a text that follows every lamp without drawing the room again. */
export function LampCount({ roomId }: { readonly roomId: string }) {
  const { model } = useParts();
  const words = useComputed(() => lampCountIn(model, roomId));
  return <p class="quiet">{words}</p>;
}
