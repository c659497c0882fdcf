import type { BodyField } from "./body-fields.ts";
import { withoutGapIds } from "./gaps.ts";

/** A text with what stands in backticks as code. */
const withCode = (text: string) =>
  text.split("`").map((part, at) => (at % 2 === 0 ? part : <code key={`${at}`}>{part}</code>));

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
            {description !== "" && <p>{withCode(withoutGapIds(description))}</p>}
          </dd>
        </div>
      ))}
    </dl>
  </div>
);
