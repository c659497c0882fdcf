// Types as plain interfaces out of schemas, for people who do not have the package that the schemas are made with.

/** The words that a property's schema adds to its type. */
function noteOn({ description, minimum, maximum }) {
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : undefined;
  if (description === undefined) return range;
  const sentence = description[0].toUpperCase() + description.slice(1);
  return range === undefined || description.includes(`${maximum}`) ? sentence : `${sentence}: ${range}`;
}

/** Schemas that have names of their own, by what they say. */
export class NamedSchemas {
  #names = new Map();

  add(name, module, schema) {
    const text = textOf(schema);
    if ((schema.type === "object" || schema.anyOf) && !this.#names.has(text)) this.#names.set(text, { name, module });
  }

  find(schema) {
    return this.#names.get(textOf(schema));
  }
}

/** Where it is used, a schema may be described in other words. */
const textOf = ({ description, ...schema }) => JSON.stringify(schema);

export const isSchema = (value) => typeof value === "object" && value !== null && "~kind" in value;

/** Writes types; names that it needs from other modules are told to `onName`. */
export class TypeWriter {
  #named;
  #onName;

  constructor(named, onName) {
    this.#named = named;
    this.#onName = onName;
  }

  /** The type that a schema describes. */
  of(schema, indent = "") {
    const known = this.#named.find(schema);
    if (known) {
      this.#onName(known);
      return known.name;
    }
    return this.#written(schema, indent);
  }

  /** The whole declaration of a type with a name. */
  declaration(name, schema) {
    return schema.type === "object" && schema.properties
      ? `export interface ${name} ${this.#members(schema, "")}\n`
      : `export type ${name} = ${this.#written(schema, "")};\n`;
  }

  /** The type of a constant value with schemas in it, each of which stands for the type that it describes. */
  ofValue(value, indent = "") {
    if (isSchema(value)) return this.of(value, indent);
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `readonly [${value.map((item) => this.ofValue(item, indent)).join(", ")}]`;
    const inner = `${indent}  `;
    const lines = Object.entries(value).map(
      ([key, item]) => `${inner}readonly ${nameOf(key)}: ${this.ofValue(item, inner)};\n`,
    );
    return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
  }

  #written(schema, indent) {
    if (schema.typeName !== undefined) return schema.typeName;
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (schema.anyOf) return [...new Set(schema.anyOf.map((choice) => this.of(choice, indent)))].join(" | ");
    switch (schema.type) {
      case "integer":
      case "number":
        return "number";
      case "string":
      case "boolean":
        return schema.type;
      case "array":
        return `readonly ${inBrackets(this.of(schema.items, indent))}[]`;
      case "object":
        if (schema.patternProperties)
          return `Readonly<Record<string, ${this.of(Object.values(schema.patternProperties)[0])}>>`;
        return Object.keys(schema.properties ?? {}).length > 0 ? this.#members(schema, indent) : "object";
      default:
        throw new Error(`a schema that cannot be written as a type: ${JSON.stringify(schema)}`);
    }
  }

  #members({ properties, required = [] }, indent) {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(([key, schema]) => {
      const note = noteOn(schema);
      const comment = note === undefined ? "" : `${inner}/** ${note}. */\n`;
      const optional = required.includes(key) ? "" : "?";
      return `${comment}${inner}readonly ${nameOf(key)}${optional}: ${this.of(schema, inner)};\n`;
    });
    return `{\n${lines.join("")}${indent}}`;
  }
}

const nameOf = (key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));

const inBrackets = (type) => (type.includes(" | ") && !type.startsWith("{") ? `(${type})` : type);
