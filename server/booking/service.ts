import type { bookingCalls } from '#contract/booking/calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { applyForListing, quoteListing } from './apply.ts';
import { readBookingDetails } from './booking-detail.ts';
import {
  answerInformationRequest,
  approveBooking,
  cancelBooking,
  declineBooking,
  eraseBooking,
  recordScreeningCheck,
  requestBookingInformation,
  setBookingShortlisted,
} from './decide.ts';
import { compareBookingsForUnit, listBookings, listBookingsByColumn, listOwnBookings } from './lists.ts';
import { claimBookingPaid, confirmBookingPayment, correctBookingPayment, uploadBookingEvidence, uploadBookingReceipt } from './record-payment.ts';

export { confirmBookingByPayment, lockBooking } from './confirm-by-payment.ts';

export const bookingService = (services: RunningServices): CallHandlers<typeof bookingCalls> => ({
  quoteListing,
  apply: applyForListing,
  listOwn: listOwnBookings,
  list: listBookings,
  listByColumn: listBookingsByColumn,
  details: readBookingDetails,
  compareForUnit: compareBookingsForUnit,
  recordCheck: recordScreeningCheck,
  setShortlisted: setBookingShortlisted,
  requestInformation: requestBookingInformation,
  answerRequest: answerInformationRequest,
  approve: approveBooking,
  decline: declineBooking,
  cancel: cancelBooking,
  uploadEvidence: uploadBookingEvidence(services),
  confirmPayment: confirmBookingPayment,
  correctPayment: correctBookingPayment,
  uploadReceipt: uploadBookingReceipt(services),
  claimPaid: claimBookingPaid,
  erase: eraseBooking,
});
