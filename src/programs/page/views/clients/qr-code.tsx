import { useEffect, useState } from "preact/hooks";

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** Modules that belong together, as a path in units of one module. */
interface Drawn {
  readonly size: number;
  readonly path: string;
}

/** In modules: what phones need to find the code. */
const QUIET_ZONE = 4;

/** A text as a QR code, dark on light in both themes. What draws it is loaded with the first one. */
export function QrCode({ text, label }: QrCodeProps) {
  const [drawn, setDrawn] = useState<Drawn | undefined>(undefined);
  useEffect(() => {
    let isWanted = true;
    void import("uqr").then(({ encode }) => {
      const { size, data } = encode(text, { border: QUIET_ZONE });
      if (isWanted) setDrawn({ size, path: pathOf(data) });
    });
    return () => {
      isWanted = false;
    };
  }, [text]);
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${drawn?.size ?? 1} ${drawn?.size ?? 1}`}>
      {drawn && <path d={drawn.path} />}
    </svg>
  );
}

/** A rectangle for each run of dark modules in a row. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows
    .flatMap((row, y) =>
      [
        ...row
          .map((isDark) => (isDark ? "1" : "0"))
          .join("")
          .matchAll(/1+/g),
      ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join("");
