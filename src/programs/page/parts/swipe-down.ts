import type { RefObject, TargetedPointerEvent } from "preact";
import { useRef } from "preact/hooks";

/** A finger that lets go further down than this closes the sheet; before, the sheet goes back. */
const CLOSING_PIXELS = 72;

type Swipe = TargetedPointerEvent<HTMLElement>;

/** What the head of a sheet listens to: the sheet follows a finger downwards. */
export function useSwipeDown(sheet: RefObject<HTMLElement | null>, onClose: () => unknown) {
  const from = useRef<number | undefined>(undefined);
  const move = (pixels: number) => {
    // A sheet that is moved, even by nothing, would hold its messages: they stand at the top of the window.
    if (sheet.current) sheet.current.style.translate = pixels > 0 ? `0 ${pixels}px` : "";
  };
  const end = (pixels: number) => {
    if (from.current === undefined) return;
    from.current = undefined;
    move(0);
    if (pixels > CLOSING_PIXELS) onClose();
  };
  return {
    onPointerDown: ({ pointerType, clientY }: Swipe) => {
      from.current = pointerType === "touch" ? clientY : undefined;
    },
    onPointerMove: ({ clientY }: Swipe) => {
      if (from.current !== undefined) move(clientY - from.current);
    },
    onPointerUp: ({ clientY }: Swipe) => end(clientY - (from.current ?? clientY)),
    onPointerCancel: () => end(0),
  };
}
