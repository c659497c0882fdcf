import { useRef, useState } from "preact/hooks";

/** From so many pixels on, a finger drags. */
const DRAG_PIXELS = 8;
const HOLD_MILLIS = 550;

interface Gesture {
  x: number;
  readonly y: number;
  readonly level: number;
  readonly width: number;
  readonly cancelHold: () => void;
  state: "down" | "dragging" | "held" | "over";
}

interface GestureOptions {
  /** The brightness that a drag starts from, in percent. */
  readonly level: number;
  readonly onTap: () => void;
  /** Undefined for what cannot be dimmed. */
  readonly onDim: ((level: number) => void) | undefined;
  readonly onHold: () => void;
}

/**
 * What fingers, pens and mice do to a tile: a tap, a drag along it, or a long press. A drag may begin anywhere and goes on
 * from the brightness that the lamp has: a thumb that only wants a little less must not make the lamp jump.
 */
export function useTileGesture({ level, onTap, onDim, onHold }: GestureOptions) {
  const current = useRef<Gesture | undefined>(undefined);
  const [isDragging, setDragging] = useState(false);

  const begin = ({ clientX, clientY, currentTarget, button }: PointerEvent) => {
    if (button !== 0) return;
    const timer = setTimeout(() => {
      if (current.current) current.current.state = "held";
      onHold();
    }, HOLD_MILLIS);
    const width = currentTarget instanceof Element ? currentTarget.clientWidth : 1;
    current.current = { x: clientX, y: clientY, level, width, cancelHold: () => clearTimeout(timer), state: "down" };
  };

  const move = (event: PointerEvent) => {
    const gesture = current.current;
    if (!gesture) return;
    if (gesture.state === "down") decide(gesture, event, onDim !== undefined);
    if (gesture.state !== "dragging") return;
    setDragging(true);
    onDim?.(levelAfter(gesture, event.clientX - gesture.x));
  };

  const preventAfterHold = (event: Event) => {
    if (current.current?.state === "held") event.preventDefault();
  };

  const end = () => {
    current.current?.cancelHold();
    setDragging(false);
  };

  const listeners = {
    onPointerDown: begin,
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: () => {
      end();
      current.current = undefined;
    },
    onContextMenu: preventAfterHold,
    // Else the finger that goes up would press what has opened under it.
    onTouchEnd: preventAfterHold,
    /** A click follows every pointer that goes up, and every key that presses a button. */
    onClick: () => {
      const wasTap = current.current === undefined || current.current.state === "down";
      current.current = undefined;
      if (wasTap) onTap();
    },
  };
  return { isDragging, listeners };
}

/** Whether a pointer that has moved far enough drags; one that goes up or down scrolls the page. */
function decide(
  gesture: Gesture,
  { clientX, clientY, currentTarget, pointerId }: PointerEvent,
  canDrag: boolean,
): void {
  const [across, down] = [Math.abs(clientX - gesture.x), Math.abs(clientY - gesture.y)];
  if (Math.hypot(across, down) < DRAG_PIXELS) return;
  gesture.cancelHold();
  gesture.state = canDrag && across > down ? "dragging" : "over";
  if (gesture.state !== "dragging") return;
  gesture.x = clientX;
  if (currentTarget instanceof Element) currentTarget.setPointerCapture(pointerId);
}

const levelAfter = ({ level, width }: Gesture, across: number): number =>
  Math.round(Math.min(100, Math.max(1, level + (across / width) * 100)));
