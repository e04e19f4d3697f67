/** The property module: handlers of its calls, and functions for other modules. */
export { readPropertyAccess as access, setPropertyTeams as setTeams } from './access.ts';
export { createMinimalProperty, createProperty as create } from './create.ts';
export { type PropertyDashboardFigures, readPropertyDashboardFigures } from './dashboard-facts.ts';
export { isPropertyHandedToCompany } from './handover.ts';
export {
  removeProperty as remove,
  setPropertyArchived as archive,
  setPropertyFrozen as setFrozen,
  transferProperty as transfer,
  undoPropertyCreation,
} from './lifecycle.ts';
export { exportPropertiesCsv as exportCsv, listOwnerCompanies, listProperties as list, listPropertyChoices as choices } from './lists.ts';
export { resolveOwnerCompany } from './owner-companies.ts';
export { readPropertyDetails as details } from './property-detail.ts';
export { updateProperty as update, updatePropertySettings as updateSettings, updatePropertyUtilities as updateUtilities } from './update.ts';
export { expireDueVerifications, requestPropertyVerification as requestVerification, verifyProperty as verify } from './verification.ts';
export { assertIndependentVerifier } from './verification-checks.ts';
