import { expect, test } from 'vitest';
import { defaultGrants } from '#contract/access/grants.ts';
import type { Visitor } from '#contract/access/guard.ts';
import { dashboardLayoutOf, dashboardRoles, type Role } from '#contract/kernel/roles.ts';
import type { EventName } from '#contract/modules.ts';
import { eventShapes } from '#contract/notification/events.ts';
import { mayOpenNotificationPage, notificationPage } from '#contract/notification/pages.ts';

const visitor = (role: Role): Visitor => ({ role, layout: dashboardLayoutOf(role), onboarding: false, grants: defaultGrants[role] });
const readers = [...dashboardRoles, 'tenant'] as const;

test.each(Object.keys(eventShapes) as EventName[])('notification %s: opens a page that its reader may open, for any requested page', (event) => {
  for (const role of readers)
    for (const given of [undefined, '/dashboard/superadmin/jobs?tab=failed', '/dashboard/owner/properties/7/PRP7', '/nowhere/at/all', '/'])
      expect([role, given, mayOpenNotificationPage(notificationPage(event, visitor(role), given) ?? '', visitor(role))]).toEqual([role, given, true]);
});

test('notification page: is the record if the reader may open it, else the nearest list that the reader may open', () => {
  const lead = '/dashboard/owner/properties/leads?lead=7';
  expect(notificationPage('lead.new', visitor('owner'), lead)).toBe(lead);
  expect(notificationPage('lead.new', visitor('agent'), lead)).toBe('/dashboard/agent/properties/leads');
  expect(notificationPage('lead.new', { ...visitor('owner'), grants: new Set() }, lead)).not.toBe(lead);
  expect(notificationPage('security.password_changed', visitor('tenant'))).toBe('/dashboard/tenant/accounts?section=security');
  expect(notificationPage('account.status_changed', visitor('agent'))).toBe('/dashboard/agent');
  expect(notificationPage('jobs.dead', visitor('superadmin'))).toBe('/dashboard/superadmin/jobs?tab=failed');
});
