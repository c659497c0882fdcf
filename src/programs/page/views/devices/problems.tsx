import { counted } from "../../../../shared/counted.ts";
import { useAnswer } from "../../operator/use-answer.ts";
import { lengthWords } from "../../parts/times.ts";

/** The list of problems; nothing if there are none. */
export function Problems() {
  const { value = [] } = useAnswer("problem.list", {});
  if (value.length === 0) return null;
  return (
    <details class="card">
      <summary>{counted(value.length, "problem")}</summary>
      <ul class="rows">
        {value.map(({ about, words, count, agoMillis, forMillis }) => (
          <li key={about + words} class="row">
            <div class="row-text">
              <p class="row-title">{about}</p>
              <p>{words}</p>
              <p class="quiet">
                {forMillis === null
                  ? `seen ${counted(count, "time")}, last ${lengthWords(agoMillis)} ago`
                  : `for ${lengthWords(forMillis)}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
