import { moneyControls } from '#contract/approval/controls.ts';
import { type ApprovalRule, approvalRules, requestedActRules } from '#contract/approval/purposes.ts';
import type { CallTable } from '../module.ts';

/** Prints a requirement: the text of `needsOf` of the other pages. */
type PrintRequirement = (needs: CallTable[string][string]['needs']) => string;

/** docs/controls.md: who may request and who may approve each act with client money. */
export function writeControlsPage(callTable: CallTable, print: PrintRequirement): string {
  const rules: Readonly<Record<string, ApprovalRule>> = { ...approvalRules, ...requestedActRules };
  const needsOf = (name: string): string => {
    const [module = '', key = ''] = name.split('.');
    const one = callTable[module]?.[key];
    return one ? print(one.needs) : name;
  };
  const approvers = (rule: string | null): string => {
    const of = rule === null ? undefined : rules[rule];
    if (!of) return 'no second person';
    const wait = of.settled === null ? '' : '; waiting period after the role was accepted';
    const apart = of.apart ? '; no one whom the requester invited, or who invited the requester, within 30 days' : '';
    return `another person: ${print(of.needs)}${wait}${apart}`;
  };
  const rows = moneyControls.map(({ act, ask, rule, alone, limits, evidence, test: [file, title] }) =>
    [
      act,
      ask.map((name) => `\`${name}\`: ${needsOf(name)}`).join('<br>'),
      rule === null ? `one person is enough: ${alone ?? ''}` : `${approvers(rule)} (\`${rule}\`)`,
      limits,
      evidence,
      `\`${file}\`: ${title}`,
    ].join(' | '),
  );
  const two = moneyControls.filter(({ rule }) => rule !== null).length;
  return `# Controls of client money

${moneyControls.length} acts move, create or release client money or change a rule by which it moves; ${two} of them need two people. Written by \`npm run gen\` from \`contract/approval/controls.ts\`, the calls and the approval rules. Tests check that no call is missing and that every named test exists.

| act | who may ask | who may approve | limits | evidence | test |
|---|---|---|---|---|---|
${rows.map((row) => `| ${row} |`).join('\n')}
`;
}
