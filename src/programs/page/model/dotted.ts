/** Facts on one line, "60% · 2700 K". Where the line is too long, it breaks before a dot, never within a fact. */
export const dotted = (facts: readonly string[]): string =>
  facts.map((fact) => fact.replaceAll(" ", "\u00a0")).join(" ·\u00a0");
