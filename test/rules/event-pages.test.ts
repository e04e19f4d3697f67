import { expect, test } from 'vitest';
import { defaultGrants } from '#contract/access/grants.ts';
import type { Visitor } from '#contract/access/guard.ts';
import { dashboardRoles, getDashboardLayout, type Role } from '#contract/kernel/roles.ts';
import type { EventName } from '#contract/modules.ts';
import { eventShapes } from '#contract/notification/events.ts';
import { canOpenNotificationPage, getNotificationPage } from '#contract/notification/pages.ts';

const visitor = (role: Role): Visitor => ({ role, layout: getDashboardLayout(role), onboarding: false, grants: defaultGrants[role] });
const readers = [...dashboardRoles, 'tenant'] as const;

test.each(Object.keys(eventShapes) as EventName[])(
  'notification %s: opens only a page that the reader may open, for any page requested by the event',
  (event) => {
    for (const role of readers)
      for (const given of [undefined, '/dashboard/superadmin/jobs?tab=failed', '/dashboard/owner/properties/7/PRP7', '/nowhere/at/all', '/'])
        expect([role, given, canOpenNotificationPage(getNotificationPage(event, visitor(role), given) ?? '', visitor(role))]).toEqual([
          role,
          given,
          true,
        ]);
  },
);

test('notification: opens the record if the reader may open the record, else the nearest list that the reader may open', () => {
  const lead = '/dashboard/owner/properties/leads?lead=7';
  expect(getNotificationPage('lead.new', visitor('owner'), lead)).toBe(lead);
  expect(getNotificationPage('lead.new', visitor('agent'), lead)).toBe('/dashboard/agent/properties/leads');
  expect(getNotificationPage('lead.new', { ...visitor('owner'), grants: new Set() }, lead)).not.toBe(lead);
  expect(getNotificationPage('security.password_changed', visitor('tenant'))).toBe('/dashboard/tenant/accounts?section=security');
  expect(getNotificationPage('account.status_changed', visitor('agent'))).toBe('/dashboard/agent');
  expect(getNotificationPage('jobs.dead', visitor('superadmin'))).toBe('/dashboard/superadmin/jobs?tab=failed');
});
