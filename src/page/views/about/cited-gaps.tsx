import { useEffect, useState } from "preact/hooks";
import { type Gap, gapIdsIn } from "./gaps.ts";

/** What the gaps say that a text names; they are loaded when the first is asked for. */
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
          <summary>
            {id}: {gap}
          </summary>
          {choice.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </details>
      ))}
    </div>
  );
}
