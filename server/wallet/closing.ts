import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKes } from '#contract/money/format.ts';
import type { ClosingCheck } from '#server/kernel/personal-data.ts';
import { readAccountBalances } from '#server/ledger/service.ts';
import { readCompanyLedByPerson } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { readHeldDeposits, sumWalletBalances } from './read.ts';
import { listAllClaimAccounts, readCollectedOwnRentCash } from './wallet-balances.ts';

/** The leader of a company with money on the platform must withdraw it first. Rent collected in cash is excluded. */
export const walletBalanceClosingCheck: ClosingCheck = async (db, personId) => {
  const company = await readCompanyLedByPerson(db, personId);
  const there = company === null ? 0 : (await sumWalletBalances({ db }, company)) - (await readCollectedOwnRentCash(db, company));
  return there > 0 ? m.wallet_closing_money({ sum: formatKes(there) }) : null;
};

/** Tenants' deposits held by a company must first be returned, or transferred to the next manager. */
export const heldDepositsClosingCheck: ClosingCheck = async (db, personId) => {
  const company = await readCompanyLedByPerson(db, personId);
  const there = company === null ? 0 : await readHeldDeposits({ db }, company);
  return there > 0 ? m.wallet_closing_deposits({ sum: formatKes(there) }) : null;
};

/** A company's debts to the platform must be paid first: a plan, a used payment that was reversed, advances, other companies' cash. */
export const walletDebtClosingCheck: ClosingCheck = async (db, personId) => {
  const company = await readCompanyLedByPerson(db, personId);
  if (company === null) return null;
  const owed = sumCents([
    ...(await readAccountBalances(db, [['P', { code: ledgerAccounts.platformReceivable, company }], ...listAllClaimAccounts(company)])),
    -(await readCollectedOwnRentCash(db, company)),
  ]);
  return owed > 0 ? m.wallet_closing_owing({ sum: formatKes(owed) }) : null;
};
