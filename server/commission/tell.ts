import { kesPlain } from '#contract/money/format.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { tell } from '#server/notification/service.ts';
import { headsOf } from '#server/people/service.ts';
import type { CommissionRow } from './book.ts';

/** Whoever leads the company that had earned it hears what of it is gone, and of which rent. */
export async function tellBack(ctx: Ctx, row: CommissionRow, { home }: { readonly home: string }): Promise<void> {
  const { beneficiary_company_id: earner, id, code } = row;
  const gone = -(row.amount_cents + row.tax_cents);
  if (earner === null || gone <= 0) return;
  for (const { id: personId } of await headsOf(ctx.db, earner))
    await tell(ctx, {
      event: 'commission.back',
      to: { personId },
      params: { sum: kesPlain(gone), home, code, id: String(id) },
      key: `commission.back:${id}:${personId}`,
    });
}
