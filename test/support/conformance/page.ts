import { GROUPS, RULES, type RuleGroup } from "../../../src/conformance/rules.ts";
import { MUTANTS } from "./mutants.ts";

const INTRODUCTION = `# The conformance checker

\`luxgate check <url>\` checks any gateway of this interface, ours or not, against the rules below.

\`\`\`sh
npx luxgate check 192.168.1.20                       # reads only
npx luxgate check 192.168.1.20 --discovery --pair    # discovery, and pairing with you at the button
npx luxgate check 192.168.1.20 --key "$KEY" --write --events   # changes a lamp and a sync box, and puts them back
\`\`\`

A rule of level **must** comes from the interface document: a gateway that breaks it *fails the document*. **should** is what usual clients rely on, **may** is a habit of gateways of this family, or of ours: a gateway that
breaks such a rule *differs from what is usual*. "From" names the section of the document, or the gap in [spec-gaps.md](spec-gaps.md).

| Exit code | When |
|---|---|
| 0 | every must holds (\`--strict\`: every rule) |
| 1 | one of them does not |
| 2 | the gateway, or something that an option asks for, could not be checked |

\`--json\` prints the whole report, \`--junit <file>\` writes it for CI. The checker sends one request at a time, with a pause between them: some 200 in all, 300 with every option. It reads lists whole and up to 16 single resources of each kind. Without \`--write\` and \`--pair\` it sends nothing but GET, HEAD and OPTIONS. \`--write\` chooses a lamp that can be
put back: one that is online, that no sync box drives, and none of whose scenes is active.

How the checker judges:

- One fault breaks one rule. A resource with a field that does not fit its table is left out of all other rules, and so is an answer that is not JSON.
- A home changes while it is read. The checker looks three times before a difference between two reads counts. A value that changes at every read does not count, unless it is an identifier.
- Two answers must not contradict each other: a filter, an extension, a body or another connection shows the same resources, with the same values, as the plain list does.
- Where the document does not show which values are accepted, a gateway may refuse one. If it answers, the answer must fit the request: a filter by a category that does not exist finds no device.
- The document names no times. An HTTP answer may take 30 seconds, a reply to a datagram 10.
- Identifiers are compared ignoring case, as UUIDs are. Fields that the document does not have are ignored.
- Where the document says that a value is not shown, the checker tries several: \`ext_light=1\`, \`=true\`, \`=yes\`.
- A datagram may get lost: the checker sends a request three times before it counts as unanswered, and of ten requests one may stay without a reply.`;

const rowOf = (rule: RuleGroup["rules"][number]): string => {
  const { level, source, says } = RULES[rule];
  const found = MUTANTS.filter((mutant) => mutant.rule === rule).map(({ does }) => does);
  return `| \`${rule}\` | ${level} | ${source} | ${says} | ${found.join("; ")} |`;
};

const groupLines = ({ title, rules, extra }: RuleGroup): readonly string[] => [
  `### ${title}${extra === undefined ? "" : ` (\`--${extra}\`)`}`,
  "",
  "| Rule | Level | From | What it asks | Detects a gateway that … |",
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
    `${Object.keys(RULES).length} rules, and ${MUTANTS.length} gateways that are ours but for one fault each: the last column. A test checks that its rule detects each of them and that no other must fails; where a fault breaks two rules of the document, the test names both. Another checks that gateways which keep to the document, and have other habits than ours, fail no must.`,
    "This page is written by `npx vitest run test/conformance-page.test.ts --update`.",
    "",
    ...GROUPS.flatMap(groupLines),
  ].join("\n");
