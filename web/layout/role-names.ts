import { type Role, toUserType } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';

const names: Readonly<Record<Role, () => string>> = {
  tenant: m.identity_role_tenant,
  superadmin: m.identity_role_superadmin,
  admin: m.identity_role_admin,
  subadmin: m.identity_role_subadmin,
  owner: m.identity_role_owner,
  agent: m.identity_role_agent,
  staff: m.identity_role_staff,
  dealer: m.identity_role_dealer,
  default: m.identity_role_default,
  tenancy: m.identity_role_tenant,
  anonymous: m.identity_role_anonymous,
};

export const getRoleName = (userType: number | null): string => names[toUserType(userType)]();
