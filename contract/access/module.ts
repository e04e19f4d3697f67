import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { dashboardRoles, type PageLayout } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';

const roleDetail = 'hr/roles_and_permissions/details/:id';
/** The specification writes the address of a role's details without a code for every user type. */
const codeless: Partial<Record<PageLayout, string>> = Object.fromEntries(dashboardRoles.map((layout) => [layout, roleDetail]));

export const accessModule = defineModule({
  screens: {
    staff: {
      title: m.screens_access_staff,
      at: 'hr/staff',
      layouts: dashboardRoles,
      needs: ['staff', 'read'],
      view: 'access/staff',
      menu: { group: 'team', icon: 'Id', order: 10 },
    },
    staffOne: {
      title: m.screens_access_staff_one,
      at: 'hr/staff/:id',
      layouts: dashboardRoles,
      needs: ['staff', 'read'],
      view: 'access/staff-member',
    },
    teams: {
      title: m.screens_access_teams,
      at: 'hr/team',
      layouts: dashboardRoles,
      needs: ['teams', 'read'],
      view: 'access/teams',
      menu: { group: 'team', icon: 'Users', order: 20 },
    },
    team: { title: m.screens_access_team, at: 'hr/team/:id', layouts: dashboardRoles, needs: ['teams', 'read'], view: 'access/team' },
    roles: {
      title: m.screens_access_roles,
      at: 'hr/roles_and_permissions',
      layouts: dashboardRoles,
      needs: ['staff_roles_and_permissions', 'read'],
      view: 'access/roles',
      menu: { group: 'team', icon: 'ShieldCheck', order: 40 },
    },
    role: {
      title: m.screens_access_role,
      at: roleDetail,
      spelled: codeless,
      layouts: dashboardRoles,
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
    /** The agent's view of the mandates: the owners they work for and their permissions there. */
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
    'security.role_changed': { group: 'security', channels: ['app', 'email'], type: 'warning', params: definePayload<{ role?: string }>() },
    'mandate.made': { group: 'property', channels: ['app', 'email'], type: 'success', params: definePayload<{ owner: string }>() },
    'mandate.changed': { group: 'property', channels: ['app'], params: definePayload<{ owner: string }>() },
    'mandate.ended': { group: 'property', channels: ['app', 'email'], type: 'warning', params: definePayload<{ owner: string }>() },
  },
  topics: {
    /** Revokes invitations that offered this team (invitation module). */
    'team.deleted': definePayload<{ teamId: number }>(),
  },
});
