import { cancelCashPayment, confirmCashPayment } from '#server/collection/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import * as matching from '#server/matching/service.ts';
import * as refund from '#server/refund/service.ts';
import { readPaymentDetails } from './payment-detail.ts';

/** Wraps an action so that it returns the full payment, whose parts come from several modules. */
const answered =
  <I extends { readonly id: number }>(act: (ctx: Ctx, input: I) => Promise<void>) =>
  async (ctx: Ctx, input: I) => {
    await act(ctx, input);
    return readPaymentDetails(ctx, input.id);
  };

export const allocatePaymentAction = answered(matching.allocatePaymentToTenancies);
export const askPayer = (services: Pick<RunningServices, 'env'>) => answered(matching.askPayerForPaymentPurpose(services));
export const unallocatePaymentAction = answered(matching.unallocateManagedPayment);
export const reversePayment = answered(matching.reversePayment);
export const correctPayment = answered(matching.correctPayment);
export const previewCorrection = matching.previewCorrection;
export const requestRefund = answered(refund.requestRefund);
export const confirmCash = (services: RunningServices) => answered(confirmCashPayment(services));
export const cancelCash = answered(cancelCashPayment);
