import { useEffect, useState } from "preact/hooks";
import { operatorFetch } from "../../access/operator-fetch.ts";
import { useAddressFields } from "../../address-fields.ts";
import { matches } from "../../model/search.ts";
import { useParts } from "../../page-parts.ts";
import { NoMatch } from "../../parts/no-match.tsx";
import { keptOperation } from "./kept-operations.ts";
import { operationsIn, type ReferenceOperation } from "./openapi.ts";
import { TryOperation } from "./try-operation.tsx";
import { withCode } from "./with-code.tsx";

const FIELDS = { text: "" };

/** The gateway's interface, out of its own OpenAPI document, to be tried out in place. */
export function ApiView() {
  const [operations, setOperations] = useState<readonly ReferenceOperation[] | undefined>(undefined);
  const [isMissing, setMissing] = useState(false);
  const [{ text }, choose] = useAddressFields(FIELDS);
  useEffect(() => {
    operatorFetch("/openapi.json")
      .then((response) => response.json())
      .then(
        (document) => setOperations(operationsIn(document)),
        () => setMissing(true),
      );
  }, []);
  const found = (operations ?? []).filter(({ method, path, summary }) => matches(text, [method, path, summary]));
  const tags = [...new Set(found.map(({ tag }) => tag))];
  return (
    <div class="view">
      <h1>API</h1>
      <p class="quiet">
        All operations of the HTTP interface, from <a href="/openapi.json">/openapi.json</a>. Open one to send a request
        to this gateway.
      </p>
      <div class="filters">
        <input
          class="field"
          type="search"
          aria-label="Filter operations"
          placeholder="Path, method, purpose"
          value={text}
          onInput={({ currentTarget }) => choose({ text: currentTarget.value })}
        />
      </div>
      {isMissing && <p class="wrong">/openapi.json did not load from the gateway.</p>}
      {operations && found.length === 0 && <NoMatch what="operations" onClear={() => choose({ text: "" })} />}
      {tags.map((tag) => (
        <section key={tag} class="api-group" aria-label={tag}>
          <h2>{tag}</h2>
          <div class="entries">
            {found
              .filter((operation) => operation.tag === tag)
              .map((operation) => (
                <Operation key={operation.id} operation={operation} />
              ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function Operation({ operation }: { readonly operation: ReferenceOperation }) {
  const { isOpen } = keptOperation(useParts(), operation);
  const { method, path, summary } = operation;
  return (
    <details
      class="entry openable"
      open={isOpen.value}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>
        <span class="method" data-method={method}>
          {method}
        </span>
        <span class="api-what">
          <span class="entry-what">{path}</span> <span class="quiet">{withCode(summary)}</span>
        </span>
      </summary>
      {isOpen.value && <TryOperation operation={operation} />}
    </details>
  );
}
