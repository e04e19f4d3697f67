import type { bookingCalls } from '#contract/booking/calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { apply, quoteListing } from './apply.ts';
import { details } from './booking-detail.ts';
import { answerRequest, approve, cancel, decline, erase, recordCheck, requestInformation, setShortlisted } from './decide.ts';
import { compareForUnit, list, listByColumn, listOwn } from './lists.ts';
import { claimPaid, confirmPayment, correctPayment, uploadEvidence, uploadReceipt } from './record-payment.ts';

export { confirmBookingByPayment, lockBooking } from './confirm-by-payment.ts';

export const bookingService = (services: RunningServices): CallHandlers<typeof bookingCalls> => ({
  quoteListing,
  apply,
  listOwn,
  list,
  listByColumn,
  details,
  compareForUnit,
  recordCheck,
  setShortlisted,
  requestInformation,
  answerRequest,
  approve,
  decline,
  cancel,
  uploadEvidence: uploadEvidence(services),
  confirmPayment,
  correctPayment,
  uploadReceipt: uploadReceipt(services),
  claimPaid,
  erase,
});
