import { useEffect, useState } from "preact/hooks";
import { operatorFetch } from "../../access/operator-fetch.ts";
import { operationsIn, type ReferenceOperation } from "./openapi.ts";
import { TryOperation } from "./try-operation.tsx";

/** The gateway's interface, out of its own OpenAPI document. */
export function Reference() {
  const [operations, setOperations] = useState<readonly ReferenceOperation[] | undefined>(undefined);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    operatorFetch("/openapi.json")
      .then((response) => response.json())
      .then(
        (document) => setOperations(operationsIn(document)),
        () => setMissing(true),
      );
  }, []);
  return (
    <section class="card">
      <h2>API reference</h2>
      <p class="quiet">
        All operations of the HTTP interface, from <a href="/openapi.json">/openapi.json</a>. Open one to try it here.
      </p>
      {isMissing && <p class="wrong">/openapi.json did not load from the gateway.</p>}
      <div class="entries">
        {operations?.map((operation) => (
          <Operation key={operation.id} operation={operation} />
        ))}
      </div>
    </section>
  );
}

function Operation({ operation }: { readonly operation: ReferenceOperation }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="entry" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class="quiet">{operation.method}</span>
        <span>
          <span class="entry-what">{operation.path}</span>
          <br />
          <span class="quiet">{operation.summary}</span>
        </span>
      </summary>
      {isOpen && <TryOperation operation={operation} />}
    </details>
  );
}
