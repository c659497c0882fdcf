import { useState } from "preact/hooks";
import { callerWords } from "../../../../shared/traffic-caller.ts";
import type { TrafficEntry } from "../../operator/page-commands.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { copyText } from "../../parts/copy-text.ts";
import { indentedJson } from "../../parts/indented-json.ts";
import { namesAndMore } from "../../parts/names-and-more.ts";
import { clockWords, timeWords } from "../../parts/times.ts";
import { curlOf, isCut } from "./curl.ts";

interface EntryProps {
  readonly entry: TrafficEntry;
  /** Of what it is about. */
  readonly names: readonly string[];
}

const MOST_NAMED = 3;

/** One entry on a line; its bodies when it is opened. */
export function Entry({ entry, names }: EntryProps) {
  const [isOpen, setOpen] = useState(false);
  const { at, kind, what, status, code, millis } = entry;
  const numbers = [
    ...(status === undefined ? [] : [String(status)]),
    ...(code === undefined ? [] : [`code ${code}`]),
    ...(millis === undefined ? [] : [`${millis < 10 ? millis.toFixed(1) : Math.round(millis)} ms`]),
  ];
  return (
    <details class="entry traffic-entry" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class="entry-when">
          <time dateTime={at}>{clockWords(at)}</time> <span>{kind}</span>
        </span>
        <span class="entry-about">
          <span class="entry-what">{what}</span>
          {names.length > 0 && <strong> {namesAndMore([...new Set(names)], MOST_NAMED)}</strong>}
          <Caller entry={entry} />
        </span>
        <span class="entry-numbers">{numbers.join(" · ")}</span>
      </summary>
      {isOpen && <EntryBody entry={entry} />}
    </details>
  );
}

/** Who it is from, where that matters, and why it was refused. */
function Caller({ entry: { by, code, refusal } }: { readonly entry: TrafficEntry }) {
  const who = by && callerWords(by, code);
  return (
    <>
      {who !== undefined && <span class="quiet"> · {who}</span>}
      {refusal !== undefined && <span class="word-problem"> · {refusal}</span>}
    </>
  );
}

function EntryBody({ entry }: { readonly entry: TrafficEntry }) {
  const { messages } = useParts();
  const { at, from, bytes, body, answer } = entry;
  const curl = curlOf(entry, location.origin);
  const copy = async (text: string) => {
    if (await copyText(text)) messages.say("Copied.");
    else messages.say("This browser does not allow copying. Select the line and copy it yourself.", "problem");
  };
  return (
    <div class="entry-body">
      <p class="quiet">
        {timeWords(at)} · {from} · {bytes} bytes
      </p>
      {body !== undefined && body !== "" && <Body title="Body" text={body} />}
      {answer !== undefined && answer !== "" && <Body title="Response" text={answer} />}
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
    <h2 class="entry-title">{title}</h2>
    <pre class="code">{indentedJson(text)}</pre>
    {isCut(text) && <p class="quiet">The rest is not shown.</p>}
  </div>
);
