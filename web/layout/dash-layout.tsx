import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet, useLocation, useParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { accentKeys } from '#contract/constants.ts';
import { homeCalls } from '#contract/home/calls.ts';
import { getHomePath } from '#contract/kernel/roles.ts';
import { hasNumericIds, isDashboardLayout } from '#contract/kernel/screen.ts';
import { findScreenAddress, linkTo } from '#contract/screens.ts';
import { isShownAsErrorPage } from '#web/client/query-rules.ts';
import { signOut } from '#web/client/session.ts';
import { useCall } from '#web/client/use-call.ts';
import { PasswordConfirmationProvider } from '#web/identity/fresh-session.tsx';
import { NotificationBell } from '#web/notification/bell.tsx';
import { PolicyConsentPrompt } from '#web/policy/agree-prompt.tsx';
import { DashboardUiProvider } from '#web/ui/dash/dash-provider.tsx';
import { getInitials } from '#web/ui/format.ts';
import { IconHome, IconLogout, IconPalette, IconUserCircle, IconWorld } from '#web/ui/icons.ts';
import { setAccent, useScheme } from '#web/ui/public/scheme.ts';
import { ThemeToggle } from '#web/ui/public/theme-toggle.tsx';
import { useIsMounted } from '#web/ui/public/use-alive.ts';
import { DashboardFrame } from '#web/ui/shell/dash-frame.tsx';
import { ScopeCard, UserMenu } from '#web/ui/shell/dash-parts.tsx';
import { SplashScreen } from '#web/ui/splash.tsx';
import { m } from '#words/messages.js';
import { useApp } from './app.tsx';
import { registerScreens } from './current-screen.ts';
import { ErrorView } from './error-screen.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { buildDashboardMenu, buildTabBar } from './menu.ts';
import { MenuFooter } from './menu-foot.tsx';
import { openCommandPalette } from './palette-key.tsx';
import { useScreenAddress } from './screen.ts';
import { getScreenTitle } from './titles.ts';
import { usePreloadOverlays } from './use-overlays-soon.ts';

registerScreens(findScreenAddress);

/** The frame of every dashboard. The server sends the splash screen, and the browser renders the dashboard. */
export default function DashLayout() {
  const alive = useIsMounted();
  usePreloadOverlays();
  const { product, user } = useApp();
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true, networkMode: 'always', throwOnError: isShownAsErrorPage },
          mutations: { networkMode: 'always' },
        },
      }),
  );
  // No dashboard is rendered without a signed-in person, because the guard is about to redirect this visitor.
  if (!alive || !user) return <SplashScreen brand={product.toLowerCase()} label={m.shell_loading_product({ product })} />;
  return (
    <DashboardUiProvider>
      <QueryClientProvider client={queries}>
        <PasswordConfirmationProvider>
          <Frame />
        </PasswordConfirmationProvider>
      </QueryClientProvider>
    </DashboardUiProvider>
  );
}

function Frame() {
  const { product, user, visitor, locale, word } = useApp();
  const { pathname } = useLocation();
  const params = useParams();
  const address = useScreenAddress();
  const { accent } = useScheme();
  const waiting = useCall(homeCalls.listPendingTasks, {}, { enabled: isAllowed(homeCalls.listPendingTasks.needs, visitor), quiet: true });
  if (!user || !address || !isDashboardLayout(address.layout)) return <Outlet />;
  // `properties/inspections` is not the address of a property, even in a role without such a list.
  if (!hasNumericIds(params, address.screen)) return <ErrorView status={404} title={word('pageNotFound')} />;
  const { layout } = address;
  const menu = buildDashboardMenu(layout, visitor, pathname, waiting.data?.results, { tenancy_id: params.tenancy_id ?? '', code: params.code ?? '' });
  const home = layout === 'tenant' || layout === 'tenancy' ? '/dashboard/tenant' : getHomePath(layout);
  const nextAccent = () => setAccent(accentKeys[(accentKeys.indexOf(accent) + 1) % accentKeys.length] ?? 'accent');
  const moves = [
    [
      { label: m.profile_title(), icon: IconUserCircle, href: linkTo('people.accounts', layout === 'tenancy' ? 'tenant' : layout) },
      { label: m.shell_public_site(), icon: IconWorld, href: '/' },
      { label: m.shell_accent_next(), icon: IconPalette, onClick: nextAccent },
    ],
    [{ label: m.shell_sign_out(), icon: IconLogout, onClick: () => void signOut() }],
  ];
  return (
    <DashboardFrame
      brand={product.toLowerCase()}
      brandLabel={m.shell_home_of({ product })}
      homeHref={home}
      skipLabel={m.shell_skip_to_content()}
      scope={user.company ? <ScopeCard initials={getInitials(user.company)} title={user.company} /> : undefined}
      groups={menu.map((group) => ({ ...group, items: [...group.items] }))}
      navLabel={m.shell_nav_dashboard()}
      title={getScreenTitle(address.key) ?? product}
      search={{ label: m.shell_search_dashboard(), shortcut: 'Ctrl K', onOpen: openCommandPalette }}
      tools={
        <>
          {(layout === 'tenant' || layout === 'tenancy') && <LanguageSwitch />}
          <ThemeToggle label={m.shell_scheme_switch()} />
        </>
      }
      bell={
        isAllowed(['notifications', 'read'], visitor) ? (
          <NotificationBell userId={user.id} layout={layout === 'tenancy' ? 'tenant' : layout} />
        ) : undefined
      }
      user={
        <UserMenu name={user.name} role={user.user_type} locale={locale} label={m.shell_account()} picture={user.image ?? undefined} groups={moves} />
      }
      tabs={[{ label: m.shell_home(), href: home, icon: IconHome, current: pathname === home }, ...buildTabBar(layout, menu, pathname)]}
      tabsLabel={m.shell_nav_tabs()}
      focus={address.key === 'property.create'}
      more={{
        label: m.shell_more(),
        closeLabel: m.shell_close(),
        foot: <MenuFooter moves={moves.flat()} />,
      }}
    >
      <PolicyConsentPrompt />
      <Outlet />
    </DashboardFrame>
  );
}
