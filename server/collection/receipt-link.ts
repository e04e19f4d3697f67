import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { paymentCalls } from '#contract/payment/calls.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isSignedUrlValid, makeSignedUrlQuery } from '#server/kernel/signed-url.ts';
import { m } from '#words/messages.js';
import { paymentNotFound } from './rows.ts';

const what = (language: string) => `payment-receipt-${language}`;

/** The link to a receipt in the caller's language. A reversed payment has none, but that of a corrected one says so. */
export const makeReceiptLink =
  (services: RunningServices) =>
  async (ctx: Ctx, { id }: HandlerInput<(typeof paymentCalls)['receiptLink']>): Promise<HandlerResult<(typeof paymentCalls)['receiptLink']>> => {
    const row = await from(ctx, 'payment')
      .select(['status', sql<boolean>`exists (select 1 from payment later where later.corrects = payment.id)`.as('corrected')])
      .where('payment.id', '=', id)
      .executeTakeFirst();
    if (!row) throw paymentNotFound();
    if (row.status !== 'completed' && !row.corrected) throw new Refusal('wrongState', m.payment_refusal_no_receipt(), { from: row.status });
    return { address: buildReceiptPath(services, id) };
  };
/** Valid for an hour, in the caller's language. */
export function buildReceiptPath(services: RunningServices, id: number): string {
  const language = localeContext.current();
  return `/files/payment/${id}/${language}?${makeSignedUrlQuery(services.secret, what(language), id)}`;
}
export const isReceiptLinkValid = (services: RunningServices, id: number, language: string, query: Parameters<typeof isSignedUrlValid>[3]): boolean =>
  isSignedUrlValid(services.secret, what(language), id, query);
