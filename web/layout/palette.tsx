import { identityPublicScreens } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { policyPublicScreens } from '#contract/policy/public.ts';
import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, type SpotlightActionData, type SpotlightProps } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteLoaderData } from 'react-router';
import { linkTo } from '#contract/screens.ts';
import { signOut } from '#web/client/session.ts';
import { DashboardUiProvider } from '#web/ui/dash/dash-provider.tsx';
import { IconFileText, type IconHome, IconLogin, IconLogout, IconMoon, IconSearch, IconUserCircle, IconWorld } from '#web/ui/icons.ts';
import { toggleScheme } from '#web/ui/public/scheme.ts';
import { m } from '#words/messages.js';
import { useApp } from './app.tsx';
import { buildDashboardMenu } from './menu.ts';
import classes from './palette.module.css';
import { recordPrefix, usePaletteRecords } from './palette-records.tsx';
import type { loader as frameLoader } from './public-layout.tsx';

type SpotlightActions = SpotlightProps['actions'][number];

const [store, spotlight] = createSpotlight();

/** The command palette: goes to a page, switches the colour scheme or signs out, by keyboard. */
export default function CommandPalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [query, setQuery] = useState('');
  const pages = useActions();
  const records = usePaletteRecords(query);
  const actions: SpotlightActions[] =
    records.length > 0
      ? [
          { group: m.shell_find_pages(), actions: pages },
          { group: m.shell_find_records(), actions: records },
        ]
      : pages;
  useEffect(() => {
    if (opened) spotlight.open();
  }, [opened]);
  return (
    <DashboardUiProvider>
      <Spotlight
        store={store}
        actions={actions}
        query={query}
        onQueryChange={setQuery}
        filter={kept}
        onSpotlightClose={onClose}
        shortcut={null}
        overlayProps={{ blur: 0 }}
        classNames={{ action: classes.action ?? '' }}
        attributes={{ content: { 'aria-label': m.shell_palette_hint() } }}
        highlightQuery
        nothingFound={m.shell_palette_nothing()}
        searchProps={{ leftSection: <IconSearch size={18} aria-hidden />, placeholder: m.shell_palette_hint(), 'aria-label': m.shell_palette_hint() }}
      />
    </DashboardUiProvider>
  );
}

/** Results of the server already match the text, also in fields that are not shown. Pages match by their name. */
const kept = (query: string, actions: readonly SpotlightActions[]): SpotlightActions[] =>
  actions.flatMap((one): SpotlightActions[] => {
    if ('actions' in one) {
      const left = kept(query, one.actions) as SpotlightActionData[];
      return left.length > 0 ? [{ ...one, actions: left }] : [];
    }
    return one.id.startsWith(recordPrefix) || (one.label ?? '').toLowerCase().includes(query.trim().toLowerCase()) ? [one] : [];
  });

function useActions(): SpotlightActionData[] {
  const { user, visitor, locale } = useApp();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const frame = useRouteLoaderData<typeof frameLoader>('frame.public');
  const go = (href: string) => () => void navigate(href);
  const sign = (Sign: typeof IconHome) => <Sign size={20} stroke={1.6} aria-hidden />;
  const menu = visitor.layout ? buildDashboardMenu(visitor.layout, visitor, pathname).flatMap((group) => group.items) : [];
  return [
    ...menu.map((item) => ({ id: item.href, label: item.label, leftSection: sign(item.icon), onClick: go(item.href) })),
    ...(visitor.layout && visitor.layout !== 'tenancy'
      ? [{ id: 'account', label: m.profile_title(), leftSection: sign(IconUserCircle), onClick: go(linkTo('people.accounts', visitor.layout)) }]
      : []),
    { id: 'site', label: m.shell_public_site(), leftSection: sign(IconWorld), onClick: go('/') },
    ...(frame?.policies ?? []).map((p) => ({
      id: `policy-${p.id}`,
      label: (locale === 'sw' && p.title_sw) || p.title,
      leftSection: sign(IconFileText),
      onClick: go(href(policyPublicScreens.read, { id: p.id, slug: p.slug })),
    })),
    { id: 'scheme', label: m.shell_scheme_switch(), leftSection: sign(IconMoon), onClick: toggleScheme },
    user
      ? { id: 'sign-out', label: m.shell_sign_out(), leftSection: sign(IconLogout), onClick: () => void signOut() }
      : { id: 'sign-in', label: m.shell_sign_in(), leftSection: sign(IconLogin), onClick: go(href(identityPublicScreens.signIn)) },
  ];
}
