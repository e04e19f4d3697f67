import { expect, test } from 'vitest';
import { buildScreenPath, type Screen } from '#contract/kernel/screen.ts';
import { getListForScreen, listScreens, peopleScreens } from './screens.ts';

/** The addresses of the specification for these screens, by role. */
const specified = {
  admin:
    'accounts agents agents/{id} agents/{id}/{slug} hr/admin hr/admin/{id} hr/dealer hr/dealer/{id} hr/dealer/{id}/settings hr/subadmin hr/subadmin/{id} hr/superadmins hr/superadmins/{id} hr/users hr/users/{id} owner owner/{id} tenants tenants/{id}',
  subadmin:
    'accounts accounts/edit accounts/sections/Appearance accounts/sections/ProfileDetails agents agents/{id} hr/admin hr/admin/{id} hr/dealer hr/dealer/{id} hr/subadmin hr/subadmin/{id} hr/users hr/users/{id}',
  superadmin:
    'accounts agents agents/{id}/{code} hr/admin hr/admin/{id}/{code} hr/dealer hr/dealer/{id}/{code} hr/dealer/{id}/{code}/settings hr/subadmin hr/subadmin/{id}/{code} hr/superadmins hr/superadmins/{id}/{code} hr/users hr/users/{id}/{code} owner owner/{id}/{code} tenants tenants/{id}/{code}',
  owner: 'accounts agents agents/{id}/{code} owner owner/{id}/{code}',
  dealer: 'accounts agents agents/{id}/{code} owner owner/{id}/{code}',
  agent: 'accounts owner owner/{id}/{code}',
  tenant: 'accounts',
} as const;

test.each(Object.entries(specified))('people screens: the %s dashboard has exactly the specified addresses', (layout, paths) => {
  const ours = (Object.values(peopleScreens) as Screen[])
    .filter((s) => (s.layouts as readonly string[]).includes(layout))
    .map((s) => buildScreenPath(s, layout as 'admin'));
  const wanted = paths.split(' ').map((path) => `/dashboard/${layout}/${path.replace(/\{(\w+)\}/g, ':$1')}`);
  expect(ours.sort()).toEqual(wanted.sort());
});

test('people screens: every list and record screen shows one kind of person', () => {
  for (const [list, { one }] of Object.entries(listScreens)) {
    expect(getListForScreen(`people.${list}`)).toBe(list);
    expect(getListForScreen(`people.${one}`)).toBe(list);
  }
  expect(getListForScreen('people.agentNamed')).toBe('agents');
  expect(() => getListForScreen('policy.list')).toThrow();
});
