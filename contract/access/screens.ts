import { type Layout, sixRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';

const roleDetail = 'hr/roles_and_permissions/details/:id';
/** The specification spells the details of a role without a code for everybody. */
const codeless: Partial<Record<Layout, string>> = Object.fromEntries(sixRoles.map((layout) => [layout, roleDetail]));

export const accessScreens = screens({
  staff: { at: 'hr/staff', layouts: sixRoles, needs: ['staff', 'read'], view: 'access/staff', menu: { group: 'team', icon: 'Id', order: 10 } },
  staffOne: { at: 'hr/staff/:id', layouts: sixRoles, needs: ['staff', 'read'], view: 'access/staff-one' },
  teams: {
    at: 'hr/team',
    layouts: sixRoles,
    needs: ['teams', 'read'],
    view: 'access/teams',
    menu: { group: 'team', icon: 'UsersGroup', order: 20 },
  },
  team: { at: 'hr/team/:id', layouts: sixRoles, needs: ['teams', 'read'], view: 'access/team' },
  roles: {
    at: 'hr/roles_and_permissions',
    layouts: sixRoles,
    needs: ['staff_roles_and_permissions', 'read'],
    view: 'access/roles',
    menu: { group: 'team', icon: 'ShieldCheck', order: 40 },
  },
  role: { at: roleDetail, spelled: codeless, layouts: sixRoles, needs: ['staff_roles_and_permissions', 'read'], view: 'access/role' },
  agentRoles: {
    at: 'hr/agent_roles_and_permissions',
    layouts: ['owner'],
    needs: ['agents', 'read'],
    view: 'access/agent-roles',
    menu: { group: 'team', icon: 'Key', order: 50 },
  },
  /** The agent's side of the same: which owners they work for and what they may do there. */
  mandates: {
    at: 'hr/mandates',
    layouts: ['agent'],
    needs: ['agents', 'read'],
    view: 'access/mandates',
    menu: { group: 'team', icon: 'Key', order: 50 },
    ours: true,
  },
});
