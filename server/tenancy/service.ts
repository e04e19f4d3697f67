/** The tenancy room: what other rooms may use of it, and what its calls are served by. */

export { propertyFor } from './as-left.ts';
export { agreeLeaving, askLeaving, refuseLeaving, withdrawAsk } from './ask-leaving.ts';
export { activate, bookingPaid, bookingReleased, termsOfBooking, unsettled, waive, withdraw } from './begin.ts';
export { people, units } from './choices.ts';
export { tenancyJobs } from './clock.ts';
export { end, leave, stayOn } from './leave.ts';
export { all, counts, csv, mine } from './lists.ts';
export { checkMaking, create, type Made, type Making, make, type Person } from './make.ts';
export { mandateEnded } from './mandate.ts';
export { monthsLived } from './months.ts';
export { ofUnit } from './of-unit.ts';
export { chargesOf, details, termsOf } from './one.ts';
export { changePeople } from './people.ts';
export { agreePeople, refusePeople, withdrawPeople } from './people-answers.ts';
export { changeRent, withdrawRent } from './rent.ts';
export { propertySold } from './sold.ts';
export { statement, statementRoutes } from './statement.ts';
export {
  acceptRenewal,
  addCharge,
  declineRenewal,
  offerRenewal,
  recordRenewal,
  stopCharge,
  withdrawRenewal,
} from './terms.ts';
export { transfer, withdrawTransfer } from './transfer.ts';
export { changedSince, unmake } from './unmake.ts';
