import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

/** All columns of a statement line that may name the tenant, as one text. */
export const formatStatementLineText = (line: { readonly details: string; readonly payer: string; readonly reference: string }): string =>
  `${line.details} ${line.payer} ${line.reference}`;

export const bankStatementLookups: Partial<ModuleLookups> = {
  statementTextOf: async (db, paymentId) =>
    (
      await unscopedTable(db, 'statement_line', 'the text of a payment is read to match it')
        .select()
        .select(['details', 'payer', 'reference'])
        .where('payment_id', '=', paymentId)
        .orderBy('id')
        .execute()
    )
      .map(formatStatementLineText)
      .join(' '),
};
