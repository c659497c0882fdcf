import { useEffect, useRef } from "preact/hooks";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { copyText } from "../../parts/copy-text.ts";
import { CitedGaps } from "./cited-gaps.tsx";
import { EventStream } from "./event-stream.tsx";
import { FieldList } from "./field-list.tsx";
import { withoutReferences } from "./gaps.ts";
import { keptOperation } from "./kept-operations.ts";
import { isEndless, missingIn, type ReferenceOperation, targetOf } from "./openapi.ts";
import type { OperationAnswer } from "./operation-answer.ts";
import { operationCurl } from "./operation-curl.ts";
import { OperationParameter } from "./operation-parameter.tsx";
import { answerTo } from "./send-request.ts";
import { withCode } from "./with-code.tsx";

/** One operation: what it is for, its parameters to fill in, and the answer of this very gateway. */
export function TryOperation({ operation }: { readonly operation: ReferenceOperation }) {
  const parts = useParts();
  const { access, messages } = parts;
  const place = useRef<HTMLDivElement>(null);
  const isNew = useRef(false);
  const { values, body, answer, missing } = keptOperation(parts, operation);
  const { method, description, parameters } = operation;
  const shownDescription = withoutReferences(description);
  const request = () => {
    missing.value = missingIn(operation, values.value);
    const target = targetOf(operation, values.value);
    return missing.value === undefined ? { method, target, body: body.value, key: access.client.key } : undefined;
  };
  const send = async () => {
    const complete = request();
    if (!complete) return;
    const given = await answerTo(complete);
    isNew.current = true;
    answer.value = given;
  };
  useEffect(() => {
    if (isNew.current) place.current?.scrollIntoView({ block: "nearest" });
    isNew.current = false;
  });
  const copy = async () => {
    const complete = request();
    if (!complete) return;
    if (await copyText(operationCurl(operation, complete))) messages.say("Copied.");
    else messages.say("This browser does not allow copying.", "problem");
  };
  return (
    <div class="entry-body">
      {shownDescription !== "" && <p>{withCode(shownDescription)}</p>}
      <CitedGaps text={description} />
      {parameters.map((parameter) => (
        <OperationParameter
          key={parameter.name}
          operation={operation}
          parameter={parameter}
          value={values.value[parameter.name] ?? ""}
          onValue={(value) => {
            values.value = { ...values.value, [parameter.name]: value };
            missing.value = undefined;
          }}
        />
      ))}
      {operation.body !== undefined && (
        <label class="labelled">
          Body
          <textarea
            class="field script"
            spellcheck={false}
            rows={Math.min(16, body.value.split("\n").length + 1)}
            value={body.value}
            onInput={({ currentTarget }) => {
              body.value = currentTarget.value;
            }}
          />
        </label>
      )}
      {isEndless(operation) ? (
        <EventStream
          curl={operationCurl(operation, { method, target: operation.path, body: "", key: access.client.key })}
        />
      ) : (
        <div class="form-row">
          <Button look="strong" onPress={() => void send()}>
            Send
          </Button>
          <Button onPress={() => void copy()}>Copy as curl</Button>
        </div>
      )}
      {missing.value !== undefined && (
        <p class="wrong" role="alert">
          {missing.value}
        </p>
      )}
      {answer.value && (
        <div ref={place} class="api-answer">
          <Answer answer={answer.value} />
        </div>
      )}
      {operation.body !== undefined && operation.fields.length > 0 && <FieldList fields={operation.fields} />}
    </div>
  );
}

const Answer = ({ answer: { outcome, isRefused, text } }: { readonly answer: OperationAnswer }) => (
  <>
    <p role="status" class={isRefused ? "word-problem" : "word-good"}>
      {outcome}
    </p>
    {text !== "" && <pre class="code">{text}</pre>}
  </>
);
