import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, openContext, type Size, signInAs } from './browser.ts';

/** `npm run shots -- URL OUT [filter]`: pictures of every screen, light and dark, desktop and phone, to be looked at. */
const [url = 'http://localhost:3000', out = '/tmp/shots', filter = ''] = process.argv.slice(2);
mkdirSync(out, { recursive: true });

type Shot = { name: string; path: string; as?: string; full?: boolean; act?: (page: import('playwright-core').Page) => Promise<void> };
const shots: Shot[] = [
  { name: 'home', path: '/', full: true },
  { name: 'sign-in', path: '/auth/sign_in' },
  { name: 'sign-in-error', path: '/auth/sign_in?error=CredentialsSignin' },
  { name: 'not-found', path: '/nothing' },
  { name: 'policy', path: '/policy/1/tenant-terms', full: true },
  { name: 'policy-sw', path: '/policy/1/tenant-terms?lang=sw' },
  { name: 'admin-home', path: '/dashboard/admin', as: 'admin' },
  { name: 'policies', path: '/dashboard/admin/policies', as: 'admin' },
  { name: 'policies-filtered', path: '/dashboard/admin/policies?status=draft&user_type=0', as: 'admin' },
  { name: 'policies-empty', path: '/dashboard/admin/policies?title=zzz', as: 'admin' },
  { name: 'policy-detail', path: '/dashboard/superadmin/policies/1/tenant-terms', as: 'superadmin' },
  { name: 'policy-versions', path: '/dashboard/admin/policies/1?tab=versions', as: 'admin', full: true },
  { name: 'policy-edit', path: '/dashboard/admin/policies/1?edit=1', as: 'admin' },
  { name: 'policy-new', path: '/dashboard/admin/policies/new', as: 'admin' },
  { name: 'denied', path: '/dashboard/admin/403', as: 'admin' },
  { name: 'owner-home', path: '/dashboard/owner', as: 'owner' },
  { name: 'tenant-home', path: '/dashboard/tenant', as: 'tenant' },
  { name: 'people-users', path: '/dashboard/superadmin/hr/users', as: 'superadmin' },
  { name: 'people-dealers', path: '/dashboard/admin/hr/dealer', as: 'admin' },
  { name: 'people-account', path: '/dashboard/tenant/accounts', as: 'tenant' },
  { name: 'access-roles', path: '/dashboard/owner/hr/roles_and_permissions', as: 'owner' },
  { name: 'access-staff', path: '/dashboard/owner/hr/staff', as: 'owner' },
  { name: 'access-teams', path: '/dashboard/owner/hr/team', as: 'owner' },
  { name: 'invitations', path: '/dashboard/owner/hr/invitations', as: 'owner' },
  { name: 'notifications', path: '/dashboard/owner/notifications', as: 'owner' },
  { name: 'systemlogs', path: '/dashboard/admin/systemlogs', as: 'admin' },
  { name: 'outbox', path: '/dev/outbox' },
  { name: 'join', path: '/auth/sign_in?prompt=create' },
  { name: 'onboarding', path: '/auth/onboarding', as: 'newcomer' },
  { name: 'palette', path: '/dashboard/admin', as: 'admin', act: async (page) => page.keyboard.press('Control+k') },
];

const browser = await openBrowser(console.log);
const people = new Map<string, Awaited<ReturnType<typeof openContext>>>();
for (const size of ['desktop', 'phone'] as Size[]) {
  for (const scheme of ['light', 'dark'] as const) {
    for (const shot of shots.filter((s) => s.name.includes(filter))) {
      const key = `${size} ${scheme} ${shot.as ?? ''}`;
      let context = people.get(key);
      if (!context) {
        context = await openContext(browser, url, size, { colorScheme: scheme });
        if (shot.as) await signInAs(await context.newPage(), shot.as);
        people.set(key, context);
      }
      const page = await context.newPage();
      page.on('console', (m) => m.type() === 'error' && console.log(`${shot.name}: ${m.text()}`));
      page.on('pageerror', (e) => console.log(`${shot.name}: ${e.message}`));
      await page.goto(shot.path);
      await page.locator('html[data-ready]').waitFor();
      await shot.act?.(page);
      await page.waitForTimeout(900);
      await page.screenshot({ path: join(out, `${shot.name}-${size}-${scheme}.png`), fullPage: shot.full ?? false });
      await page.close();
    }
  }
}
await browser.close();
