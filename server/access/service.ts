/** The functions of role-based access control (roles, permissions, staff, teams, mandates) for the routes of this module and for other modules. */

export { collectingAgent } from './collecting-agent.ts';
export { assign, explain, listHolders, setPersonRole, whoMay } from './explain.ts';
export { checkPromise, linkCompanies, namesOf, offerOf } from './mandate-offer.ts';
export { listMandates, mandateAgents, mandateCreate, mandateEnd, mandateUpdate } from './mandates.ts';
export { addPropertyToMandate, assignPropertyTeams, removePropertyAccess } from './properties.ts';
export { accessItemNotFound, assertGrants, assertUnlimited, limitsOf, standingOf } from './property-limits.ts';
export { listRoles, roleCreate, roleDelete, roleDetails, roleToGive, roleUpdate } from './roles.ts';
export { mandateInForce } from './scopes.ts';
export { endContracts, listStaff, staffActive, staffDetails, staffRemove, staffRole, staffUpdate } from './staff.ts';
export { joinTeam, listTeams, teamCreate, teamDelete, teamDetails, teamExists, teamPeople, teamProperties, teamUpdate } from './teams.ts';
