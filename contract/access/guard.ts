import { canEnterLayout, type DashboardLayout, getHomePath, type PageLayout, type Role } from '#contract/kernel/roles.ts';
import { isDashboardLayout, type Screen } from '#contract/kernel/screen.ts';
import { type Grants, isAllowed } from './is-allowed.ts';

export type Visitor = { readonly role: Role; readonly layout: DashboardLayout | null; readonly onboarding: boolean; readonly grants: Grants };

const onboardingPath = '/auth/onboarding';
export const buildSignInPath = (callbackUrl = '/', error?: string) =>
  `/auth/sign_in?${new URLSearchParams({ ...(error ? { error } : {}), callbackUrl })}`;

/**
 * The address a visitor is redirected to instead of a screen, or null when they may open it (specification 2.1, 4.1 and 6). The server checks before
 * it renders, the browser before it shows.
 */
export function findScreenRedirectPath(screen: Screen, layout: PageLayout, visitor: Visitor, path: string): string | null {
  const stranger = visitor.role === 'anonymous';
  if (screen.session === 'signed-out') return stranger ? null : '/';
  if (screen.session === 'signed-in' && stranger) return '/';
  if (visitor.onboarding && !screen.newcomers) return screen.session ? null : `${onboardingPath}?${new URLSearchParams({ next: path })}`;
  if (!isDashboardLayout(layout)) return null;
  if (stranger) return buildSignInPath(screen.returns ? path : '/');
  if (!canEnterLayout(layout, visitor.layout)) return getHomePath(visitor.layout);
  if (!isAllowed(screen.needs, visitor)) return visitor.layout === 'tenant' ? '/' : `/dashboard/${visitor.layout}/403`;
  return null;
}

/** Accepts only addresses of this site that a header can contain, because a callback to another site would abuse the name of this site. */
export function toSafePath(given: unknown, fallback = '/'): string {
  if (typeof given !== 'string' || !given.startsWith('/') || given.startsWith('//') || /[\\\p{Cc}\p{Cs}]/u.test(given)) return fallback;
  return given.replace(/[^\u0021-\u007e]/gu, encodeURIComponent);
}

/**
 * The page a signed-out visitor wanted, remembered for a quarter of an hour. The specification sends them to sign in with callback URL /, but the
 * link in a message must still open its page. The server sets it on the redirect; the sign-in page uses it.
 */
export const requestedPathCookie = 'makao.wanted';
export const requestedPathMaxAgeSeconds = 15 * 60;
export function readRequestedPath(cookies: string | null): string {
  const found = cookies?.split('; ').find((one) => one.startsWith(`${requestedPathCookie}=`));
  try {
    const path = toSafePath(decodeURIComponent(found?.slice(requestedPathCookie.length + 1) ?? ''));
    return path.startsWith('/dashboard/') ? path : '/';
  } catch {
    return '/';
  }
}
