import { kes } from '#contract/money/format.ts';
import type { ClosingCheck } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';
import { isHead } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { allOf } from './read.ts';

/** Whoever leads a company that has money with us takes it out first. */
export const moneyLeft: ClosingCheck = async (db, personId) => {
  const row = await everything(db, 'person', 'what keeps an account from closing')
    .select()
    .select('company_id')
    .where('id', '=', personId)
    .where(isHead('person'))
    .executeTakeFirst();
  const there = row?.company_id ? await allOf({ db }, row.company_id) : 0;
  return there > 0 ? m.wallet_closing_money({ sum: kes(there) }) : null;
};
