import { payload } from '#contract/kernel/payload.ts';
import { type Layout, sixRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';

const roleDetail = 'hr/roles_and_permissions/details/:id';
/** The specification spells the details of a role without a code for everybody. */
const codeless: Partial<Record<Layout, string>> = Object.fromEntries(sixRoles.map((layout) => [layout, roleDetail]));

export const accessRoom = room({
  screens: {
    staff: {
      title: m.screens_access_staff,
      at: 'hr/staff',
      layouts: sixRoles,
      needs: ['staff', 'read'],
      view: 'access/staff',
      menu: { group: 'team', icon: 'Id', order: 10 },
    },
    staffOne: { title: m.screens_access_staff_one, at: 'hr/staff/:id', layouts: sixRoles, needs: ['staff', 'read'], view: 'access/staff-one' },
    teams: {
      title: m.screens_access_teams,
      at: 'hr/team',
      layouts: sixRoles,
      needs: ['teams', 'read'],
      view: 'access/teams',
      menu: { group: 'team', icon: 'UsersGroup', order: 20 },
    },
    team: { title: m.screens_access_team, at: 'hr/team/:id', layouts: sixRoles, needs: ['teams', 'read'], view: 'access/team' },
    roles: {
      title: m.screens_access_roles,
      at: 'hr/roles_and_permissions',
      layouts: sixRoles,
      needs: ['staff_roles_and_permissions', 'read'],
      view: 'access/roles',
      menu: { group: 'team', icon: 'ShieldCheck', order: 40 },
    },
    role: {
      title: m.screens_access_role,
      at: roleDetail,
      spelled: codeless,
      layouts: sixRoles,
      needs: ['staff_roles_and_permissions', 'read'],
      view: 'access/role',
    },
    agentRoles: {
      title: m.screens_access_agent_roles,
      at: 'hr/agent_roles_and_permissions',
      layouts: ['owner'],
      needs: ['agents', 'read'],
      view: 'access/agent-roles',
      menu: { group: 'team', icon: 'Key', order: 50 },
    },
    /** The agent's side of the same: which owners they work for and what they may do there. */
    mandates: {
      title: m.screens_access_mandates,
      at: 'hr/mandates',
      layouts: ['agent'],
      needs: ['agents', 'read'],
      view: 'access/mandates',
      menu: { group: 'team', icon: 'Key', order: 50 },
      ours: true,
    },
  },
  events: {
    'security.role_changed': { group: 'security', channels: ['app', 'email'], type: 'warning', params: payload<{ role?: string }>() },
    'mandate.made': { group: 'property', channels: ['app', 'email'], type: 'success', params: payload<{ owner: string }>() },
    'mandate.changed': { group: 'property', channels: ['app'], params: payload<{ owner: string }>() },
    'mandate.ended': { group: 'property', channels: ['app', 'email'], type: 'warning', params: payload<{ owner: string }>() },
  },
  topics: {
    /** What was promised with the team is off (invitation room). */
    'team.deleted': payload<{ teamId: number }>(),
  },
});
