import { statementLineOutcomes } from '#contract/bank-statement/kinds.ts';
import type { StatementDetails } from '#contract/bank-statement/shapes.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type Read = Pick<StatementDetails, 'fates' | 'problem' | 'new_cents' | 'pays' | 'second'>;
type Importable = Pick<StatementDetails, 'fates' | 'problem' | 'request' | 'second'> & {
  readonly balances: Pick<NonNullable<StatementDetails['balances']>, 'refused'> | null;
};
/** A company's own file without any new line would have no effect. */
const hasNewLines = ({ fates }: Pick<Importable, 'fates'>): boolean => (fates.new ?? 0) + (fates.out ?? 0) + (fates.reversal ?? 0) > 0;

/**
 * A statement can be imported unless no line is readable, its balances do not fit, or its import is requested. Known lines still confirm, reverse and
 * are compared.
 */
export const canImportStatement = ({ fates, problem, balances, request, second }: Importable): boolean =>
  problem === null &&
  request === null &&
  !balances?.refused &&
  (second || hasNewLines({ fates })) &&
  statementLineOutcomes.some((fate) => fate !== 'wrong' && (fates[fate] ?? 0) > 0);

/** The effect of an import in words, before and after it. */
export function buildStatementImportTexts({ fates, new_cents, pays, second }: Read) {
  const count = fates.new ?? 0;
  if (second)
    return {
      verb: m.payments_import_request(),
      ask: m.payments_import_request_ask(),
      text: m.payments_import_request_text({ sum: formatKes(new_cents) }),
    };
  if (count === 0)
    return {
      verb: m.payments_import_compare(),
      ask: m.payments_import_compare_ask(),
      text: m.payments_import_compare_text(),
      said: m.payments_said_compared(),
    };
  return {
    verb: m.payments_import_take({ count }),
    ask: m.payments_import_ask({ count }),
    text: (pays ? m.payments_import_ask_text : m.payments_import_ask_written)({ sum: formatKes(new_cents) }),
    said: m.payments_said_imported({ sum: formatKes(new_cents) }),
  };
}
