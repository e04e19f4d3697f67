/** What this room does, for its routes and for other rooms. */

export { collectingAgent } from './collects.ts';
export { assign, explain, giveRole, holders, whoMay } from './explain.ts';
export { checkPromise, linkCompanies, namesOf, offerOf } from './mandate-offer.ts';
export { mandateAgents, mandateCreate, mandateEnd, mandates, mandateUpdate } from './mandates.ts';
export { giveToTeams, letGoOf, putUnderMandate } from './properties.ts';
export { insist, insistUnlimited, limitsOf, missing, standingOf } from './property-limits.ts';
export { roleCreate, roleDelete, roleDetails, roles, roleToGive, roleUpdate } from './roles.ts';
export { inForce } from './scopes.ts';
export { endContracts, staff, staffActive, staffDetails, staffRemove, staffRole, staffUpdate } from './staff.ts';
export { joinTeam, teamCreate, teamDelete, teamDetails, teamPeople, teamProperties, teamStands, teams, teamUpdate } from './teams.ts';
