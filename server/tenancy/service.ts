/** The tenancy module: functions for other modules, and the handlers of its calls. */

export {
  activateTenancy as activate,
  createTenancyFromBooking,
  onBookingReleased,
  onLeaseNotAgreed,
  toTenancyTermsOfBooking,
  waiveMoveInRequirement as waiveGuard,
  withdrawTenancy as withdraw,
} from './begin-tenancy.ts';
export { onPropertySold } from './change-of-owner.ts';
export { type CreatedTenancy, checkNewTenancy, type NewTenancy, type TenancyPersonInput } from './check-input.ts';
export { tenancyJobs } from './clock.ts';
export { createTenancy, createTenancyForUnit as create } from './create-tenancy.ts';
export { findLettableUnits as findUnits, findTenantsForTenancy as findPeople } from './find-units.ts';
export { readPropertyOfTenancy } from './leaving/after-leaving.ts';
export { cancelTenancyNotice as cancelNotice, endTenancyWithMoveOut as end, recordTenancyNotice as recordNotice } from './leaving/notice.ts';
export { objectionActs, objectToNotice, requestObjectionReview, withdrawObjection } from './leaving/objection.ts';
export { acceptShortNotice, refuseShortNotice, requestShortNotice, withdrawShortNotice } from './leaving/short-notice.ts';
export {
  countTenanciesByStatus as countByStatus,
  exportTenanciesCsv as exportCsv,
  listOwnTenancies as listOwn,
  listTenancies as list,
} from './lists.ts';
export { onMandateEnded } from './mandate.ts';
export { listMonthlyOccupancy } from './months-lived.ts';
export { changeTenancyPeople as changePeople } from './people/change-people.ts';
export { readHomeName, readHomeNames, toHomeNameKey } from './people/home-name.ts';
export { readPayers, readPayersOfOccupiedUnits, type TenancyPayer } from './people/payers.ts';
export { acceptPeopleChange, refusePeopleChange, withdrawPeopleChange } from './people/people-answers.ts';
export { acceptTerms } from './people/terms-answers.ts';
export { answerTerms, readTerms } from './people/terms-link.ts';
export { transferTenancy as transfer, withdrawTenancyTransfer as withdrawTransfer } from './people/transfer.ts';
export { changeTenancyRent as changeRent, checkRentCorrection, correctTenancyRent, withdrawRentChange as withdrawRent } from './rent.ts';
export { makeTenancyStatementLink as statementLink, tenancyStatementRoutes } from './statement.ts';
export { readTenancyCharges, readTenancyDetails as details, readTenancyTerms } from './tenancy-detail.ts';
export {
  acceptRenewal,
  addChargeToTenancy as addCharge,
  declineRenewal,
  offerRenewal,
  recordRenewal,
  stopTenancyCharge as stopCharge,
  withdrawRenewal,
} from './terms.ts';
export { findTenanciesChangedSinceImport, undoImportedTenancy } from './undo-import.ts';
export { listUnitStays } from './unit-stays.ts';
