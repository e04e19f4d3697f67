/** The tenancy module: functions for other modules, and the handlers of its calls. */

export { activate, onAgreementUnsettled, onBookingPaid, onBookingReleased, readTermsOfBooking, waiveGuard, withdraw } from './begin-tenancy.ts';
export { onPropertySold } from './change-of-owner.ts';
export { type CreatedTenancy, checkNewTenancy, type NewTenancy, type TenancyPersonInput } from './check-input.ts';
export { tenancyJobs } from './clock.ts';
export { create, createTenancy } from './create-tenancy.ts';
export { findPeople, findUnits } from './find-units.ts';
export { readPropertyOfTenancy } from './leaving/after-leaving.ts';
export { cancelNotice, end, recordNotice } from './leaving/notice.ts';
export { acceptShortNotice, refuseShortNotice, requestShortNotice, withdrawShortNotice } from './leaving/short-notice.ts';
export { countByStatus, exportCsv, list, listOwn } from './lists.ts';
export { onMandateEnded } from './mandate.ts';
export { listMonthsLived } from './months-lived.ts';
export { changePeople } from './people/change-people.ts';
export { namedHomeKey, readHomeName, readHomeNames } from './people/home-name.ts';
export { readPayers, readPayersOfTenancies, type TenancyPayer } from './people/payers.ts';
export { acceptPeopleChange, refusePeopleChange, withdrawPeopleChange } from './people/people-answers.ts';
export { transfer, withdrawTransfer } from './people/transfer.ts';
export { changeRent, withdrawRent } from './rent.ts';
export { statementLink, statementRoutes } from './statement.ts';
export { details, readCharges, readTerms } from './tenancy-detail.ts';
export {
  acceptRenewal,
  addCharge,
  declineRenewal,
  offerRenewal,
  recordRenewal,
  stopCharge,
  withdrawRenewal,
} from './terms.ts';
export { findChangedSinceImport, undoImportedTenancy } from './undo-import.ts';
export { listUnitStays } from './unit-stays.ts';
