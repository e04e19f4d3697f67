import type { ClosingCheck } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';
import { isHead } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { openPayout } from './run.ts';

/** A payout that is not over is waited for, or taken back. */
export const payoutOpen: ClosingCheck = async (db, personId) => {
  const row = await everything(db, 'person', 'what keeps an account from closing')
    .select()
    .select('company_id')
    .where('id', '=', personId)
    .where(isHead('person'))
    .executeTakeFirst();
  const open = row?.company_id ? await openPayout(db, row.company_id) : undefined;
  return open ? m.settlement_closing_open({ code: open.code }) : null;
};
