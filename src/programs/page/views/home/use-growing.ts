import { useLayoutEffect, useState } from "preact/hooks";

/** How many of very many things are drawn by now: some more in every frame, so that no frame takes long. */
export function useGrowing(total: number, atOnce: number): number {
  const [drawn, setDrawn] = useState(atOnce);
  // An ordinary effect runs after the next frame, so that some would be added in every second frame only.
  useLayoutEffect(() => {
    if (drawn >= total) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + atOnce));
    return () => cancelAnimationFrame(frame);
  });
  return drawn;
}
