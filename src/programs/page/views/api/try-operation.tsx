import { useState } from "preact/hooks";
import { operatorFetch } from "../../access/operator-fetch.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { indentedJson } from "../../parts/indented-json.ts";
import { CitedGaps } from "./cited-gaps.tsx";
import { FieldList } from "./field-list.tsx";
import { withoutGapIds } from "./gaps.ts";
import { type ReferenceOperation, targetOf } from "./openapi.ts";
import { OperationParameter } from "./operation-parameter.tsx";

/** How many characters of an answer are shown at most. */
const MOST_SHOWN = 20_000;
/** Paths whose answers do not end. */
const ENDLESS = "/eventstream/";

/** One operation: what it is for, its parameters to fill in, and the answer of this very gateway. */
export function TryOperation({ operation }: { readonly operation: ReferenceOperation }) {
  const { access } = useParts();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(operation.body ?? "");
  const [answer, setAnswer] = useState("");
  const { method, description, parameters } = operation;
  const shownDescription = withoutGapIds(description);
  const send = async () =>
    setAnswer(await answerOf({ method, target: targetOf(operation, values), body, key: access.client.key }));
  return (
    <div class="entry-body">
      {shownDescription !== "" && <p>{shownDescription}</p>}
      <CitedGaps text={description} />
      {parameters.map((parameter) => (
        <OperationParameter
          key={parameter.name}
          operation={operation}
          parameter={parameter}
          value={values[parameter.name] ?? ""}
          onValue={(value) => setValues({ ...values, [parameter.name]: value })}
        />
      ))}
      {operation.body !== undefined && (
        <label class="labelled">
          Body
          <textarea
            class="field script"
            spellcheck={false}
            rows={Math.min(16, body.split("\n").length + 1)}
            value={body}
            onInput={({ currentTarget }) => setBody(currentTarget.value)}
          />
        </label>
      )}
      {operation.path.startsWith(ENDLESS) ? (
        <p class="quiet">This is an event stream, which never ends. This page itself uses it.</p>
      ) : (
        <div>
          <Button look="strong" onPress={() => void send()}>
            Send
          </Button>
        </div>
      )}
      {answer !== "" && <pre class="code">{answer}</pre>}
      {operation.body !== undefined && operation.fields.length > 0 && <FieldList fields={operation.fields} />}
    </div>
  );
}

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly body: string;
  readonly key: string | undefined;
}

async function answerOf({ method, target, body, key }: Sent): Promise<string> {
  try {
    const began = performance.now();
    const response = await operatorFetch(target, {
      method,
      ...(method === "GET" ? {} : { body }),
      headers: {
        ...(method === "GET" ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "application-key": key }),
      },
    });
    const text = await response.text();
    const millis = Math.round(performance.now() - began);
    return `${response.status} in ${millis} ms\n${indentedJson(text).slice(0, MOST_SHOWN)}`;
  } catch {
    return "The gateway did not answer.";
  }
}
