/** The functions of role-based access control (roles, permissions, staff, teams, mandates) for the routes of this module and for other modules. */

export { collectingAgentSql } from './collecting-agent.ts';
export { assign, explain, listHolders, setPersonRole, whoMay } from './explain.ts';
export { assertPromise, linkCompanies, readMandateOffer, readPropertyNames } from './mandate-offer.ts';
export { listMandates, mandateAgents, mandateCreate, mandateEnd, mandateUpdate } from './mandates.ts';
export { addPropertyToMandate, assignPropertyTeams, removePropertyAccess } from './properties.ts';
export { accessItemNotFound, assertGrants, assertUnlimited, propertyLimitsOf, readMandateStanding } from './property-limits.ts';
export { findAssignableRole, listRoles, roleCreate, roleDelete, roleDetails, roleUpdate } from './roles.ts';
export { mandateInForce } from './scopes.ts';
export { endExpiredStaffContracts, listStaff, staffActive, staffDetails, staffRemove, staffRole, staffUpdate } from './staff.ts';
export { joinTeam, listTeams, teamCreate, teamDelete, teamDetails, teamExists, teamPeople, teamProperties, teamUpdate } from './teams.ts';
