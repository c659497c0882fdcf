/** The rows of a printed table by their headings. Throws where a cell does not begin below its heading. */
export function rowsIn(printed: string): readonly Readonly<Record<string, string>>[] {
  const [head = "", ...lines] = printed.trimEnd().split("\n");
  const columns = [...head.matchAll(/\S+(?: \S+)*/g)].map(({ 0: heading, index }) => ({ heading, index }));
  return lines.map((line) =>
    Object.fromEntries(
      columns.map(({ heading, index }, at) => {
        const cell = line.slice(index, columns[at + 1]?.index);
        const isBehindGap = index === 0 || line.slice(index - 2, index).trim() === "";
        if (!isBehindGap || /^ +\S/.test(cell)) throw new Error(`not below ${heading}:\n${head}\n${line}`);
        return [heading, cell.trimEnd()];
      }),
    ),
  );
}
