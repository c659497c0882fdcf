import { GROUPS, RULES, type RuleGroup } from "../../../src/conformance/rules.ts";
import { MUTANTS } from "./mutants.ts";

const INTRODUCTION = `# The conformance checker

\`luxgate check <url>\` checks any gateway of this interface, ours or not, against the rules below.

\`\`\`sh
npx luxgate check 192.168.1.20                       # reads only
npx luxgate check 192.168.1.20 --discovery --pair    # discovery, and pairing with you at the button
npx luxgate check 192.168.1.20 --key "$KEY" --write --events   # changes a lamp and a sync box, and puts them back
\`\`\`

A rule of level **must** is the interface document to the letter: a gateway that breaks one *fails the document*. **should** is what usual clients count on, **may** is a habit of gateways of this family, or of ours: one that
breaks such a rule *differs from what is usual*. "From" names the section of the document, or the gap in [spec-gaps.md](spec-gaps.md).

| Exit code | When |
|---|---|
| 0 | every must holds (\`--strict\`: every rule) |
| 1 | one does not |
| 2 | the gateway, or something that was asked for, could not be checked |

\`--json\` prints the whole report, \`--junit <file>\` writes it for CI. One request is made at a time with a pause after it, some 90 in all, 150 with everything; lists are read whole, single resources by a sample. What differs between two reads is looked at
three times, as a home lives meanwhile. Without \`--write\` and \`--pair\` nothing but GET, HEAD and OPTIONS is sent. \`--write\` chooses a lamp that can be put back: one that answers, that no sync box drives, and none of whose scenes is active.`;

const rowOf = (rule: RuleGroup["rules"][number]): string => {
  const { level, source, says } = RULES[rule];
  const found = MUTANTS.filter((mutant) => mutant.rule === rule).map(({ does }) => does);
  return `| \`${rule}\` | ${level} | ${source} | ${says} | ${found.join("; ")} |`;
};

const groupLines = ({ title, rules, extra }: RuleGroup): readonly string[] => [
  `### ${title}${extra === undefined ? "" : ` (\`--${extra}\`)`}`,
  "",
  "| Rule | Level | From | What it asks | Found out: a gateway that … |",
  "|---|---|---|---|---|",
  ...rules.map(rowOf),
  "",
];

/** `docs/conformance.md`: every rule, and the broken gateways that show that it finds something. */
export const conformancePage = (): string =>
  [
    INTRODUCTION,
    "",
    "## Rules",
    "",
    `${Object.keys(RULES).length} rules, and ${MUTANTS.length} gateways that are ours but for one fault each (and what follows from it): the last column. A test checks that each of them is found out by its rule, and that one that only differs from what is usual fails no must.`,
    "This page is written by `npx vitest run test/conformance-page.test.ts --update`.",
    "",
    ...GROUPS.flatMap(groupLines),
  ].join("\n");
