import { sum } from '#contract/money/cents.ts';
import { kes } from '#contract/money/format.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { ClosingCheck } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';
import { balances } from '#server/ledger/service.ts';
import { isHead } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { allOf } from './read.ts';

const companyLedBy = async (db: Db, personId: number): Promise<number | null> => {
  const row = await everything(db, 'person', 'what keeps an account from closing')
    .select()
    .select('company_id')
    .where('id', '=', personId)
    .where(isHead('person'))
    .executeTakeFirst();
  return row?.company_id ?? null;
};

/** Whoever leads a company that has money with us takes it out first. */
export const moneyLeft: ClosingCheck = async (db, personId) => {
  const company = await companyLedBy(db, personId);
  const there = company === null ? 0 : await allOf({ db }, company);
  return there > 0 ? m.wallet_closing_money({ sum: kes(there) }) : null;
};

/** What a company owes us (a plan, what was used of a payment that was taken back, what we laid out, clients' money in its hands) is paid first. */
export const owing: ClosingCheck = async (db, personId) => {
  const company = await companyLedBy(db, personId);
  if (company === null) return null;
  const owed = sum(
    await balances(db, [
      ['P', { code: 1200, company }],
      ['C', { code: 1300, company }],
      ['C', { code: 1040, company }],
      ['C', { code: 1350, company }],
    ]),
  );
  return owed > 0 ? m.wallet_closing_owing({ sum: kes(owed) }) : null;
};
