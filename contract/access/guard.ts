import { type DashboardLayout, homeOf, type Layout, mayEnter, type Role } from '#contract/kernel/roles.ts';
import { isDashboard, type Screen } from '#contract/kernel/screen.ts';
import { allows, type Grants } from './allows.ts';

export type Visitor = { readonly role: Role; readonly layout: DashboardLayout | null; readonly onboarding: boolean; readonly grants: Grants };

const onboardingPath = '/auth/onboarding';
export const signInPath = (callbackUrl = '/', error?: string) => `/auth/sign_in?${new URLSearchParams({ ...(error ? { error } : {}), callbackUrl })}`;

/**
 * Where a visitor is sent instead of a screen, or null when they may stay (specification 2.1, 4.1 and 6). The server asks
 * before it renders, the browser before it shows; both ask here.
 */
export function guard(screen: Screen, layout: Layout, visitor: Visitor, path: string): string | null {
  const stranger = visitor.role === 'anonymous';
  if (screen.session === 'signed-out') return stranger ? null : '/';
  if (screen.session === 'signed-in' && stranger) return '/';
  if (visitor.onboarding && !screen.newcomers) return screen.session ? null : `${onboardingPath}?${new URLSearchParams({ next: path })}`;
  if (!isDashboard(layout)) return null;
  if (stranger) return signInPath(screen.returns ? path : '/');
  if (!mayEnter(layout, visitor.layout)) return homeOf(visitor.layout);
  if (!allows(screen.needs, visitor)) return visitor.layout === 'tenant' ? '/' : `/dashboard/${visitor.layout}/403`;
  return null;
}

/** Only addresses of our own, spelled as a header can carry them: a callback to another site would lend it our name. */
export function safePath(given: unknown, fallback = '/'): string {
  if (typeof given !== 'string' || !given.startsWith('/') || given.startsWith('//') || /[\\\p{Cc}\p{Cs}]/u.test(given)) return fallback;
  return given.replace(/[^\u0021-\u007e]/gu, encodeURIComponent);
}

/**
 * Where a stranger meant to go, for a quarter of an hour: the specification sends them to sign in with callback URL /, and the link of a
 * message must open what it speaks of all the same. The server remembers it when it sends them on, the sign-in page leads there.
 */
export const wantedName = 'makao.wanted';
export const wantedSeconds = 15 * 60;
export function wantedIn(cookies: string | null): string {
  const found = cookies?.split('; ').find((one) => one.startsWith(`${wantedName}=`));
  try {
    const path = safePath(decodeURIComponent(found?.slice(wantedName.length + 1) ?? ''));
    return path.startsWith('/dashboard/') ? path : '/';
  } catch {
    return '/';
  }
}
