import { useEffect, useState } from "preact/hooks";

/** Seconds that are left until a moment, counted down; 0 once it is over, and while there is none. */
export function useCountdown(endMillis: number | undefined): number {
  const left = () => (endMillis === undefined ? 0 : Math.max(0, Math.ceil((endMillis - Date.now()) / 1_000)));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  }, [endMillis]);
  return seconds;
}
