import { userTypeOf } from '#contract/kernel/roles.ts';
import { kesPlain } from '#contract/money/format.ts';
import { linkTo } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { tell } from '#server/notification/service.ts';
import { headsOf } from '#server/people/service.ts';
import type { CommissionRow, Said } from './book.ts';

/** Whoever leads the company that had earned it hears what of it is gone, and of which rent. */
export async function tellBack(ctx: Ctx, row: CommissionRow, { home, what }: Said): Promise<void> {
  const { beneficiary_company_id: earner, id, code } = row;
  const gone = -(row.amount_cents + row.tax_cents);
  if (earner === null || gone <= 0) return;
  for (const reader of await headsOf(ctx.db, earner)) {
    const dealer = userTypeOf(reader.user_type) === 'dealer';
    await tell(ctx, {
      event: 'commission.back',
      to: { personId: reader.id },
      params: { sum: kesPlain(gone), home: home ?? what, code },
      key: `commission.back:${id}:${reader.id}`,
      page: dealer ? linkTo('commission.detail', 'dealer', { id, code }) : linkTo('commission.one', 'agent', { id, code }),
    });
  }
}
