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
import { repeatWords, type TrafficRow } from "./folded-traffic.ts";

interface EntryProps {
  readonly row: TrafficRow;
  /** Of what it is about. */
  readonly names: readonly string[];
}

const MOST_NAMED = 3;

/** A request has a method; of all else, the kind says more. */
const REQUEST = /^([A-Z]+) (.*)$/s;

/** One entry on a line, or several that are the same; the bodies of the last one when it is opened. */
export function Entry({ row, names }: EntryProps) {
  const [isOpen, setOpen] = useState(false);
  const { last: entry, count } = row;
  const { at, kind, what } = entry;
  const [, method = kind, target = what] = (kind === "request" && REQUEST.exec(what)) || [];
  return (
    <details class="entry openable traffic-entry" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <time class="entry-when" dateTime={at}>
          {clockWords(at)}
        </time>
        <span class="method" data-method={method}>
          {method}
        </span>
        <span class="entry-about">
          {names.length > 0 && <strong>{namesAndMore([...new Set(names)], MOST_NAMED)} </strong>}
          <span class="entry-what">{target}</span>
          <Caller entry={entry} />
        </span>
        <span class="entry-numbers">
          {count > 1 && <span class="entry-count">{count}×</span>}
          <Outcome entry={entry} />
        </span>
      </summary>
      {isOpen && <EntryBody row={row} />}
    </details>
  );
}

function Outcome({ entry: { status, code, millis, refusal } }: { readonly entry: TrafficEntry }) {
  const isRefused = refusal !== undefined || (status !== undefined && status >= 400);
  const outcome = [
    ...(status === undefined ? [] : [String(status)]),
    ...(code === undefined ? [] : [`code ${code}`]),
  ].join(" · ");
  return (
    <>
      {outcome !== "" && <span class={isRefused ? "word-problem" : "word-good"}>{outcome}</span>}
      {millis !== undefined && <span class="entry-millis">{millisWords(millis)}</span>}
    </>
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

const millisWords = (millis: number): string => `${millis < 10 ? millis.toFixed(1) : Math.round(millis)} ms`;

function EntryBody({ row }: { readonly row: TrafficRow }) {
  const { messages } = useParts();
  const entry = row.last;
  const repeats = repeatWords(row, clockWords);
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
        {entry.millis !== undefined && ` · ${millisWords(entry.millis)}`}
        {repeats !== undefined && ` · ${repeats}; this is the last one`}
      </p>
      {body !== undefined && body !== "" && <Body title="Body" text={body} />}
      {answer !== undefined && answer !== "" && <Body title="Response" text={answer} />}
      {curl !== undefined && (
        <>
          <pre class="code">{curl}</pre>
          <p class="quiet">Other headers of the client, such as Content-Type and If-None-Match, are not recorded.</p>
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
