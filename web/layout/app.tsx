import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { Visitor } from '#contract/access/guard.ts';
import type { Grants } from '#contract/access/is-allowed.ts';
import { sessionTimes } from '#contract/constants.ts';
import type { SessionUser } from '#contract/identity/calls.ts';
import { type DashboardLayout, type Role, toUserType } from '#contract/kernel/roles.ts';
import { type MessageKey, type MessageLocale, type MessageOverrides, messageWording } from '#contract/messages.ts';
import { clearOfflineDataAfterSignOut } from '#web/client/offline-data.ts';
import { fetchSession } from '#web/client/session.ts';

/** The server's facts for every page about itself and its visitor (root.tsx loads them). */
export type AppServerData = {
  readonly user: SessionUser | null;
  readonly locale: MessageLocale;
  readonly product: string;
  readonly appUrl: string;
  readonly buildId: string;
  readonly wordings: MessageOverrides;
  readonly mapStyleUrl: string | null;
};

export type AppState = AppServerData & {
  readonly visitor: Visitor;
  /** A sentence the specification fixes, in the operator's wording and the page's language. */
  readonly word: (key: MessageKey) => string;
  /** Fetches the session again immediately. */
  readonly reread: () => Promise<SessionUser | null>;
};

const AppContext = createContext<AppState | null>(null);
/** Provides the state of the app to a part that is rendered separately from its page (fragment-cache.tsx). */
export const AppStateProvider = AppContext.Provider;

export function useApp(): AppState {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp outside of the app');
  return app;
}

/** The default permissions of a role: set by the menu of the dashboards, because no public page needs them. */
let defaults: (role: Role) => Grants = () => new Set();
export const registerDefaultGrants = (by: typeof defaults): void => {
  defaults = by;
};

export function toVisitor(user: SessionUser | null): Visitor {
  const role = user ? toUserType(user.user_type) : 'anonymous';
  const own = user?.permissions ? (new Set(user.permissions) as ReadonlySet<string> as Grants) : null;
  return {
    role,
    layout: (user?.layout ?? null) as DashboardLayout | null,
    onboarding: user?.onboarding ?? false,
    // Read when needed, because after a navigation from a public page the dashboards' script has loaded.
    get grants() {
      return own ?? defaults(role);
    },
  };
}

/** Holds the facts and keeps the session up to date: it is fetched every 36 seconds and whenever the window gets the focus. */
export function AppProvider({ facts, children }: { facts: AppServerData; children: ReactNode }) {
  const [user, setUser] = useState(facts.user);
  useEffect(() => setUser(facts.user), [facts.user]);
  const reread = useCallback(async () => {
    const found = await fetchSession();
    if (found !== undefined) setUser((old) => (JSON.stringify(old) === JSON.stringify(found) ? old : found));
    return found ?? null;
  }, []);
  const signedIn = user !== null;
  useEffect(() => {
    if (!signedIn) void clearOfflineDataAfterSignOut(fetchSession);
  }, [signedIn]);
  useEffect(() => {
    // The page of a visitor who is not signed in has nothing to renew until the window gets the focus again.
    const timer = signedIn ? setInterval(() => void reread(), sessionTimes.refreshMs) : undefined;
    // Returning to the window fires two events; a slow server is not asked again before it has answered.
    let asking = false;
    const onFocus = () => {
      if (asking || document.visibilityState !== 'visible') return;
      asking = true;
      void reread().finally(() => {
        asking = false;
      });
    };
    window.addEventListener('focus', onFocus);
    document.addEventListener('visibilitychange', onFocus);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', onFocus);
      document.removeEventListener('visibilitychange', onFocus);
    };
  }, [reread, signedIn]);
  const app = useMemo<AppState>(
    () => ({ ...facts, user, visitor: toVisitor(user), word: (key) => messageWording(key, facts.locale, facts.wordings), reread }),
    [facts, user, reread],
  );
  return <AppContext value={app}>{children}</AppContext>;
}
