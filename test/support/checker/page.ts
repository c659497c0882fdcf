import { GROUPS, RULES, type RuleGroup } from "../../../src/programs/checker/rules.ts";
import { MUTANTS } from "./mutants.ts";

const INTRODUCTION = `# The conformance checker

\`luxgate check <url>\` checks any gateway of this interface, Luxgate or another one, against the rules below.

\`\`\`sh
npx luxgate check 192.168.1.20                       # reads only
npx luxgate check 192.168.1.20 --discovery --pair    # discovery, and pairing with you at the button
npx luxgate check 192.168.1.20 --key "$KEY" --write --events   # changes a lamp and a sync box, and restores them
\`\`\`

Every rule has a level:

- **must**: the interface document asks for it. A gateway that breaks the rule does not conform.
- **should**: most clients rely on it. A gateway that breaks the rule differs from usual behaviour.
- **may**: a habit of gateways of this family, or of Luxgate. A gateway that breaks the rule differs from usual behaviour, too.

The column "From" names the section of the document, or the gap in [spec-gaps](spec-gaps/README.md).

| Exit code | When |
|---|---|
| 0 | every must holds (with \`--strict\`: every rule holds) |
| 1 | a must fails (with \`--strict\`: any rule fails) |
| 2 | the gateway did not answer, or a check that an option asks for could not run |

\`--json\` prints the whole report. \`--junit <file>\` writes it for CI.

The checker sends one request at a time, with a pause between requests. It sends about 200 requests, or 300 with every option. It reads complete lists and up to 16 single resources of each kind. Without \`--write\` and \`--pair\` it sends only GET, HEAD and OPTIONS. \`--write\` chooses a lamp that it can restore: one that is online, that no sync box drives, and that has no active scene. If you interrupt the check (Ctrl-C), it restores the lamp and the sync box first and ends with exit code 2; a second Ctrl-C ends it at once.

How the checker judges:

- One fault breaks one rule. If a field of a resource does not fit its table, all other rules ignore that resource. They also ignore an answer that is not JSON.
- A home may change while the checker reads it. A difference between two reads counts only after three attempts. A value that changes at every read does not count, unless it is an identifier.
- Two answers must not contradict each other. With a filter, an extension, a body or another connection, the gateway must show the same resources with the same values as in the plain list.
- Where the document does not show the accepted values, a gateway may refuse a value. If it answers, the answer must fit the request: a filter by a category that does not exist finds no device.
- The document has no time limits. The checker waits 30 s for an HTTP answer and 10 s for a reply to a datagram.
- Identifiers are compared case-insensitively, because they are UUIDs. Fields that are not in the document are ignored.
- Where the document says that a value is not shown, the checker tries several: \`ext_light=1\`, \`=true\`, \`=yes\`.
- A datagram may get lost. The checker sends a request three times before it counts as unanswered. Of ten requests, one may get no reply.`;

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
    `There are ${Object.keys(RULES).length} rules, and ${MUTANTS.length} test gateways with one fault each. The last column of the tables lists these faults. A test checks that the rule detects each fault and that no other must fails. Where a fault breaks two rules of the document, the test names both. Another test checks that gateways with other habits than Luxgate, which follow the document, fail no must.`,
    "",
    "`npx vitest run test/checker-page.test.ts --update` writes this page.",
    "",
    ...GROUPS.flatMap(groupLines),
  ].join("\n");
