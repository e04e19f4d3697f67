import type { Input, Result } from '#contract/kernel/call.ts';
import type { paymentCalls } from '#contract/payment/calls.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { inLocale } from '#server/kernel/locale.ts';
import { openedFor, opens } from '#server/kernel/opened.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { missing } from './rows.ts';

const what = (language: string) => `payment-receipt-${language}`;

/** The address of a receipt, in the language of who asks. Money that is gone again has none. */
export const receipt =
  (house: House) =>
  async (ctx: Ctx, { id }: Input<(typeof paymentCalls)['receipt']>): Promise<Result<(typeof paymentCalls)['receipt']>> => {
    const row = await from(ctx, 'payment').select('status').where('payment.id', '=', id).executeTakeFirst();
    if (!row) throw missing();
    if (row.status !== 'completed') throw new Refusal('wrongState', m.payment_refusal_no_receipt(), { from: row.status });
    return { address: receiptAddress(house, id) };
  };
/** Open for an hour, in the language of who asks. */
export function receiptAddress(house: House, id: number): string {
  const language = inLocale.current();
  return `/files/payment/${id}/${language}?${openedFor(house.secret, what(language), id)}`;
}
export const opensReceipt = (house: House, id: number, language: string, query: Parameters<typeof opens>[3]): boolean =>
  opens(house.secret, what(language), id, query);
