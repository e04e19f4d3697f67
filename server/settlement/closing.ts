import type { ClosingCheck } from '#server/kernel/personal-data.ts';
import { readCompanyLedByPerson } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { selectOpenPayouts } from './run.ts';

/** An account is closed only after its company's payouts have ended or were cancelled. */
export const openPayoutsClosingCheck: ClosingCheck = async (db, personId) => {
  const company = await readCompanyLedByPerson(db, personId);
  const open = company === null ? undefined : await selectOpenPayouts(db, company);
  return open ? m.settlement_closing_open({ code: open.code }) : null;
};
