import { useEffect, useRef, useState } from "preact/hooks";

/** Something that is so from when it was begun last, for so many milliseconds. */
export function useForAWhile(millis: number): { readonly isSo: boolean; readonly begin: () => void } {
  const [isSo, setSo] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSo(false), millis);
    setSo(true);
  };
  return { isSo, begin };
}
