/** The functions of role-based access control (roles, permissions, staff, teams, mandates) for the routes of this module and for other modules. */

export { collectingAgentSql } from './collecting-agent.ts';
export {
  assignRole as assign,
  explainAccess as explain,
  listPeopleWithPermission as whoMay,
  listRoleHolders as listHolders,
  setPersonRole,
} from './explain.ts';
export { hasAnotherSuperadmin } from './finance-role.ts';
export { assertCanOfferMandate, grantOfferedMandate, readMandateOffer, readPropertyNames } from './mandate-offer.ts';
export {
  createMandate as mandateCreate,
  endMandate as mandateEnd,
  listMandateAgents as mandateAgents,
  listMandates,
  updateMandate as mandateUpdate,
} from './mandates.ts';
export { addPropertyToMandate, assignPropertyTeams, removePropertyAccess } from './properties.ts';
export { accessItemNotFound, assertCallerHasPermissions, assertNoTeamLimit, getLimitedTeamIds, readPersonAccess } from './property-limits.ts';
export {
  createRole as roleCreate,
  deleteRole as roleDelete,
  findAssignableRole,
  listRoles,
  readRoleDetails as roleDetails,
  updateRole as roleUpdate,
} from './roles.ts';
export { mandateInForceSql } from './scopes.ts';
export {
  changeStaffRole as staffRole,
  endExpiredStaffContracts,
  listStaff,
  readStaffDetails as staffDetails,
  removeStaff as staffRemove,
  setStaffActive as staffActive,
  updateStaff as staffUpdate,
} from './staff.ts';
export {
  createTeam as teamCreate,
  deleteTeam as teamDelete,
  isExistingTeam,
  joinTeam,
  listTeamPeople as teamPeople,
  listTeamProperties as teamProperties,
  listTeams,
  readTeamDetails as teamDetails,
  updateTeam as teamUpdate,
} from './teams.ts';
