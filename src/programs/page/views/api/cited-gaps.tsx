import { useEffect, useState } from "preact/hooks";
import { type Gap, gapIdsIn, withoutReferences } from "./gaps.ts";

/** What the gaps that a text names say, without their ids; loaded when they are first needed. */
export function CitedGaps({ text }: { readonly text: string }) {
  const [gaps, setGaps] = useState<readonly Gap[]>([]);
  useEffect(() => {
    const ids = gapIdsIn(text);
    if (ids.length === 0) return;
    import("./gap-texts.ts").then(
      ({ GAPS }) => setGaps(ids.flatMap((id) => GAPS.get(id) ?? [])),
      () => undefined,
    );
  }, [text]);
  if (gaps.length === 0) return null;
  return (
    <div>
      {gaps.map(({ id, gap, choice }) => (
        <details key={id} class="gap">
          <summary>{withoutReferences(gap)}</summary>
          {choice.map((line) => (
            <p key={line}>{withoutReferences(line)}</p>
          ))}
        </details>
      ))}
    </div>
  );
}
