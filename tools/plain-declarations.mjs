// Declarations without schemas, out of those that the compiler writes.
import { dirname, relative } from "node:path";
import { isSchema, TypeWriter } from "./plain-types.mjs";

/** The declarations of a module with its schemas replaced by the types that they describe. */
export function withoutSchemas(path, text, { module, named }) {
  const imports = new Map();
  const writer = new TypeWriter(named, ({ name, module: from }) => {
    if (from !== path) imports.set(name, from);
  });
  const body = statementsOf(text)
    .map((statement) => plainStatement(statement, text, { module, writer }))
    .join("");
  const lines = [...imports].map(([name, from]) => {
    const place = relative(dirname(path), from).replace(/\.d\.ts$/, ".ts");
    return `import type { ${name} } from "${place.startsWith(".") ? place : `./${place}`}";\n`;
  });
  return lines.filter((line) => !body.includes(line)).join("") + body;
}

function plainStatement(statement, text, { module, writer }) {
  const [, kind, name] = /^(?:export )?(declare const|type|declare function) (\w+)\b/m.exec(statement) ?? [];
  const value = module[name];
  switch (kind) {
    case "type":
      if (isSchema(value)) return commentOn(name, text) + writer.declaration(name, value);
      return statement.includes(`typeof ${name}>`) ? "" : statement;
    case "declare const":
      return plainConstant(statement, name, { value, writer });
    case "declare function":
      return mentionsSchemas(statement) ? "" : statement;
    default:
      return statement;
  }
}

/** What makes schemas, or is one without a name, is of no use where there are none. */
function plainConstant(statement, name, { value, writer }) {
  if (isSchema(value)) return "";
  if (!mentionsSchemas(statement)) return statement;
  return value === undefined || typeof value === "function"
    ? ""
    : dataDeclaration(statement, name, writer.ofValue(value));
}

const mentionsSchemas = (statement) => /\btypebox\b|\bT[A-Z]\w+</.test(statement);

/** Declarations begin at the left margin, a comment with what it is about. */
const statementsOf = (text) => text.split(/^(?=\/\*\*|(?<!\*\/\n)(?:export|import|declare|type|interface|const)\b)/m);

const commentOn = (name, text) =>
  new RegExp(`(/\\*\\*(?:(?!\\*/).)*\\*/\\n)export declare const ${name}:`, "s").exec(text)?.[1] ?? "";

const dataDeclaration = (statement, name, type) =>
  `${statement.slice(0, statement.indexOf("export "))}export declare const ${name}: ${type};\n`;
