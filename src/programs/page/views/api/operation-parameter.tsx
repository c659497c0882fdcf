import { namedResources } from "../../model/named-resources.ts";
import { useParts } from "../../page-parts.ts";
import { type ReferenceOperation, type ReferenceParameter, resourceTypeOf } from "./openapi.ts";
import { withCode } from "./with-code.tsx";

interface OperationParameterProps {
  readonly operation: ReferenceOperation;
  readonly parameter: ReferenceParameter;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A parameter to fill in; one that takes an id offers the home's resources by their names. */
export function OperationParameter({ operation, parameter, value, onValue }: OperationParameterProps) {
  const { model } = useParts();
  const { name, description } = parameter;
  const type = resourceTypeOf(operation, parameter);
  const resources = type === undefined ? [] : namedResources(model, type);
  return (
    <div class="form-row">
      <label class="labelled">
        {name}: {withCode(description)}
        <input
          class="field"
          autocomplete="off"
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      </label>
      {resources.length > 0 && (
        <select
          class="field"
          aria-label={`Choose ${name} by name`}
          value={resources.some(({ id }) => id === value) ? value : ""}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        >
          <option value="">Choose by name …</option>
          {resources.map((resource) => (
            <option key={resource.id} value={resource.id}>
              {resource.name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
