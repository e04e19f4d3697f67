/** The property module: handlers of its calls, and functions for other modules. */
export { access, setTeams } from './access.ts';
export { create, createMinimal } from './create.ts';
export { type PropertyFacts, readPropertyFacts } from './dashboard-facts.ts';
export { isHandedToCompany } from './handover.ts';
export { archive, remove, setFrozen, transfer, undoCreate } from './lifecycle.ts';
export { choices, exportCsv, list, listOwnerCompanies } from './lists.ts';
export { resolveOwnerCompany } from './owner-companies.ts';
export { details } from './property-detail.ts';
export { update, updateSettings, updateUtilities } from './update.ts';
export { expireDueVerifications, requestVerification, verify } from './verification.ts';
export { assertOutsider } from './verification-checks.ts';
