import { describe, expect, test } from 'vitest';
import { defaultGrants } from '#contract/access/grants.ts';
import { canImpersonate, isBlockedWhileImpersonating } from '#contract/access/impersonation.ts';
import { type CallShape, isWriteCall } from '#contract/kernel/call.ts';
import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { screenAddresses } from '#contract/screens.ts';
import { callTable } from '#server/modules.ts';
import { parseUserAgent } from './agent.ts';

test.each([
  ['Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  [
    'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-G991B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15', 'Safari', 'Mac'],
  ['curl/8.5.0', null, null],
  [null, null, null],
])('audit log: browser and system names are parsed from the user agent %s', (agent, browser, system) =>
  expect(parseUserAgent(agent)).toEqual({ browser, system }),
);

test('system logs: appear only in the dashboards that the specification names', () => {
  const found = screenAddresses.filter((a) => a.key === 'audit.logs').map((a) => a.path);
  expect(found.sort()).toEqual(['admin', 'agent', 'dealer', 'owner', 'superadmin'].map((role) => `/dashboard/${role}/systemlogs`));
});

describe('view as (impersonation)', () => {
  const roles = Object.keys(userTypes) as Role[];
  test('a super admin may impersonate all roles except super admin, an admin only lower roles, and other roles may impersonate no role', () => {
    const party = (role: Role) => ({ role, grants: defaultGrants[role] });
    const whom = (mine: Role) => roles.filter((theirs) => canImpersonate(party(mine), party(theirs)));
    expect(whom('superadmin')).toEqual(roles.filter((r) => r !== 'superadmin'));
    expect(whom('admin')).toEqual(roles.filter((r) => r !== 'superadmin' && r !== 'admin'));
    for (const role of [...roles, 'anonymous' as const].filter((r) => r !== 'superadmin' && r !== 'admin')) expect(whom(role)).toEqual([]);
  });
  test('an admin with narrowed permissions cannot impersonate a person with permissions the admin lacks', () => {
    const owner = { role: 'owner', grants: defaultGrants.owner } as const;
    const narrowed = { role: 'admin', grants: new Set([...defaultGrants.admin].filter((grant) => grant !== 'contacts.read')) } as const;
    expect(canImpersonate(narrowed, owner)).toBe(false);
    expect(canImpersonate(narrowed, { role: 'tenant', grants: defaultGrants.tenant })).toBe(true);
  });
  test('every write is refused during impersonation, except the call that ends the impersonation', () => {
    const calls = Object.values(callTable).flatMap((module) => Object.values(module) as CallShape[]);
    const passing = calls.filter((call) => isWriteCall(call) && !isBlockedWhileImpersonating(call));
    expect(passing.map((call) => call.path)).toEqual(['/api/v2/accounts/stop_impersonating/']);
  });
});
