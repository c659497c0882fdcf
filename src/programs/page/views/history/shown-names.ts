/** A name as JSON has it. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** What was done, with names as people wrote them; quotes within a name are others than those around it. */
export const withShownNames = (did: string): string =>
  did.replace(QUOTED, (quoted) => {
    if (!quoted.includes("\\")) return quoted;
    try {
      return `"${String(JSON.parse(quoted)).replaceAll('"', "”")}"`;
    } catch {
      return quoted;
    }
  });
