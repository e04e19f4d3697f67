import { accounts } from '#contract/ledger/accounts.ts';
import { sum } from '#contract/money/cents.ts';
import { kes } from '#contract/money/format.ts';
import type { ClosingCheck } from '#server/kernel/personal-data.ts';
import { balances } from '#server/ledger/service.ts';
import { companyLedBy } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { allClaims, ownCash } from './pockets.ts';
import { allOf, depositsOf } from './read.ts';

/** Whoever leads a company that has money with us takes it out first. Rent it took in cash itself is not with us. */
export const moneyLeft: ClosingCheck = async (db, personId) => {
  const company = await companyLedBy(db, personId);
  const there = company === null ? 0 : (await allOf({ db }, company)) - (await ownCash(db, company));
  return there > 0 ? m.wallet_closing_money({ sum: kes(there) }) : null;
};

/** What tenants put down with a company goes back to them first, or to who manages their homes next. */
export const depositsHeld: ClosingCheck = async (db, personId) => {
  const company = await companyLedBy(db, personId);
  const there = company === null ? 0 : await depositsOf({ db }, company);
  return there > 0 ? m.wallet_closing_deposits({ sum: kes(there) }) : null;
};

/** What a company owes us (a plan, what was used of a payment that was taken back, what we laid out, others' money in its hands) is paid first. */
export const owing: ClosingCheck = async (db, personId) => {
  const company = await companyLedBy(db, personId);
  if (company === null) return null;
  const owed = sum([
    ...(await balances(db, [['P', { code: accounts.platformReceivable, company }], ...allClaims(company)])),
    -(await ownCash(db, company)),
  ]);
  return owed > 0 ? m.wallet_closing_owing({ sum: kes(owed) }) : null;
};
