/** The tenancy room: what other rooms may use of it, and what its calls are served by. */

export { activate, bookingPaid, bookingReleased, termsOfBooking, unsettled, waive, withdraw } from './begin.ts';
export { people, units } from './choices.ts';
export { tenancyJobs } from './clock.ts';
export { propertyFor } from './leaving/as-left.ts';
export { agreeLeaving, askLeaving, refuseLeaving, withdrawAsk } from './leaving/ask-leaving.ts';
export { end, leave, stayOn } from './leaving/leave.ts';
export { all, counts, csv, mine } from './lists.ts';
export { create, make } from './make.ts';
export { checkMaking, type Made, type Making, type Person } from './making.ts';
export { mandateEnded } from './mandate.ts';
export { monthsLived } from './months.ts';
export { ofUnit } from './of-unit.ts';
export { chargesOf, details, termsOf } from './one.ts';
export { homeKey, homeName, homeNames } from './people/home-name.ts';
export { type Payer, payersIn, payersOf } from './people/payers.ts';
export { changePeople } from './people/people.ts';
export { agreePeople, refusePeople, withdrawPeople } from './people/people-answers.ts';
export { transfer, withdrawTransfer } from './people/transfer.ts';
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
export { changedSince, unmake } from './unmake.ts';
