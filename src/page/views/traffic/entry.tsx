import { useState } from "preact/hooks";
import type { TrafficEntry } from "../../operator/page-commands.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { copyText } from "../../parts/copy-text.ts";
import { indentedJson } from "../../parts/indented-json.ts";
import { timeWords } from "../../parts/times.ts";
import { curlOf, isCut } from "./curl.ts";

/** One entry on a line; its bodies when it is opened. */
export function Entry({ entry }: { readonly entry: TrafficEntry }) {
  const [isOpen, setOpen] = useState(false);
  const { kind, what, status, millis, refusal } = entry;
  const numbers = [
    ...(status === undefined ? [] : [String(status)]),
    ...(millis === undefined ? [] : [`${millis < 10 ? millis.toFixed(1) : Math.round(millis)} ms`]),
  ];
  return (
    <details class="entry" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class="quiet">{kind}</span>
        <span class="entry-what">
          {what}
          {refusal !== undefined && <span class="word-trouble"> {refusal}</span>}
        </span>
        <span class="entry-numbers">{numbers.join(" · ")}</span>
      </summary>
      {isOpen && <EntryBody entry={entry} />}
    </details>
  );
}

function EntryBody({ entry }: { readonly entry: TrafficEntry }) {
  const { messages } = useParts();
  const { at, from, bytes, body, answer } = entry;
  const curl = curlOf(entry, location.origin);
  const copy = async (text: string) => {
    if (await copyText(text)) messages.say("Copied.");
    else messages.say("This browser does not let the page copy: select the line instead.", "trouble");
  };
  return (
    <div class="entry-body">
      <p class="quiet">
        {timeWords(at)} · {from} · {bytes} bytes
      </p>
      {body !== undefined && body !== "" && <Body title="Body" text={body} />}
      {answer !== undefined && answer !== "" && <Body title="Answer" text={answer} />}
      {curl !== undefined && (
        <>
          <pre class="code">{curl}</pre>
          <div>
            <Button onPress={() => void copy(curl)}>Copy as curl</Button>
          </div>
        </>
      )}
    </div>
  );
}

const Body = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div>
    <h3>{title}</h3>
    <pre class="code">{indentedJson(text)}</pre>
    {isCut(text) && <p class="quiet">The rest is left out.</p>}
  </div>
);
