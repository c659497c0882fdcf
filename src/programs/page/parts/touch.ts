import type { TargetedEvent, TargetedPointerEvent } from "preact";
import { useRef } from "preact/hooks";

/** A finger that moves less than this sideways may yet turn out to scroll. */
const CERTAIN_PIXELS = 8;

type SliderEvent = TargetedEvent<HTMLInputElement>;
type SliderTouch = TargetedPointerEvent<HTMLInputElement>;

/**
 * What a slider listens to. A browser moves a slider as soon as a finger touches it, and only then finds out that the
 * finger scrolls: nothing is told until the finger has gone sideways, or was lifted.
 */
export function useTouch(value: number, onSlide: (value: number) => void) {
  const held = useRef<{ readonly x: number; slid?: number } | undefined>(undefined);
  const release = () => {
    const { slid } = held.current ?? {};
    held.current = undefined;
    if (slid !== undefined) onSlide(slid);
  };
  return {
    onPointerDown: ({ pointerType, clientX }: SliderTouch) => {
      held.current = pointerType === "touch" ? { x: clientX } : undefined;
    },
    onPointerMove: ({ clientX }: SliderTouch) => {
      if (held.current && Math.abs(clientX - held.current.x) > CERTAIN_PIXELS) release();
    },
    onPointerUp: release,
    onPointerCancel: ({ currentTarget }: SliderTouch) => {
      held.current = undefined;
      currentTarget.valueAsNumber = value;
    },
    onInput: ({ currentTarget }: SliderEvent) => {
      if (held.current) held.current.slid = currentTarget.valueAsNumber;
      else onSlide(currentTarget.valueAsNumber);
    },
  };
}
