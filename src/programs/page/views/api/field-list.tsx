import type { BodyField } from "./body-fields.ts";
import { withoutReferences } from "./gaps.ts";
import { withCode } from "./with-code.tsx";

/** What may be in a body. */
export const FieldList = ({ fields }: { readonly fields: readonly BodyField[] }) => (
  <div class="field-list">
    <h3>Fields of the body</h3>
    <dl>
      {fields.map(({ name, type, description, isRequired }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            {isRequired && <span class="badge">required</span>}
          </dt>
          <dd>
            <code class="quiet">{type}</code>
            {description !== "" && <p>{withCode(withoutReferences(description))}</p>}
          </dd>
        </div>
      ))}
    </dl>
  </div>
);
