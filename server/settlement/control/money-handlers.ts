import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/kernel/ctx.ts';
import { change, oneRow } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../../words/sentence.ts';
import type { PayoutRow } from '../attempts.ts';
import { type PayeeAccount, toPayeeAccountKey } from '../entries.ts';

/** The people who imported, recorded, matched or adjusted the money in a payee's account now (migration 20261213_4001). */
export const moneyHandlersSql = (whose: PayeeAccount): RawBuilder<number[]> => sql<number[]>`app.money_handlers(${toPayeeAccountKey(whose)})`;

/** Money may have been added since the draft was created, so the people are read again before an approval is decided. */
export const updateMoneyHandlers = (ctx: Ctx, { id, company_id, account_code }: Pick<PayoutRow, 'id' | 'account_code' | 'company_id'>) =>
  change(ctx, 'settlement_payment')
    .set({ money_handlers: moneyHandlersSql({ companyId: company_id, code: account_code }) })
    .where('id', '=', id)
    .$call(oneRow);

/** Why this person cannot create the bank file that sends a payout; null if they can. Its approver may. */
export const findFileBlockedReason = ({ me }: Pick<Ctx, 'me'>, payout: Pick<PayoutRow, 'made_by' | 'money_handlers'>): Sentence | null =>
  me.userId !== null && (payout.made_by === me.userId || payout.money_handlers.includes(me.userId)) ? m.settlement_refusal_file_own() : null;
