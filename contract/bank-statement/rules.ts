/** A rule for statement lines: it applies to lines whose text contains its words. */
export type StatementRuleText = { readonly contains: string };

const wordsOf = (text: string): string => ` ${(text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/**
 * The rule for a line. Only whole words count, so that a rule for unit A10 does not take the payments of A101. Of several rules the one with the
 * longest text says most about the line.
 */
export function findStatementRule<Rule extends StatementRuleText>(
  rules: readonly Rule[],
  line: { readonly details: string; readonly payer: string; readonly reference: string },
): Rule | undefined {
  const said = wordsOf(`${line.details} ${line.payer} ${line.reference}`);
  return rules
    .map((rule) => ({ rule, words: wordsOf(rule.contains) }))
    .filter(({ words }) => words.trim() !== '' && said.includes(words))
    .toSorted((a, b) => b.words.length - a.words.length)[0]?.rule;
}
