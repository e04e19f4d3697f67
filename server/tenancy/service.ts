/** The tenancy room: what other rooms may use of it, and what its calls are served by. */
export { activate, bookingPaid, bookingReleased, mandateEnded, waive, withdraw } from './begin.ts';
export { people, units } from './choices.ts';
export { tenancyJobs } from './clock.ts';
export { end, leave, stayOn } from './leave.ts';
export { all, counts, csv, mine } from './lists.ts';
export { checkMaking, create, type Made, type Making, make, type Person } from './make.ts';
export { chargesOf, details, termsOf } from './one.ts';
export { changePeople, transfer } from './people.ts';
export { acceptRenewal, addCharge, changeRent, declineRenewal, offerRenewal, stopCharge, withdrawRenewal } from './terms.ts';
