import { cancelCash as cancel, confirmCash as confirm } from '#server/collection/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import * as matching from '#server/matching/service.ts';
import * as refund from '#server/refund/service.ts';
import { fullOf } from './one.ts';

/** What is done to a payment is answered with all of it: the modules below know a part each. */
const answered =
  <I extends { readonly id: number }>(act: (ctx: Ctx, input: I) => Promise<void>) =>
  async (ctx: Ctx, input: I) => {
    await act(ctx, input);
    return fullOf(ctx, input.id);
  };

export const assign = answered(matching.assign);
export const ask = (house: Pick<House, 'env'>) => answered(matching.ask(house));
export const unmatch = answered(matching.unmatch);
export const reverse = answered(matching.reverse);
export const askRefund = answered(refund.askRefund);
export const confirmCash = (house: House) => answered(confirm(house));
export const cancelCash = answered(cancel);
