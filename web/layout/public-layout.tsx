import { type LoaderFunctionArgs, Outlet, type ShouldRevalidateFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { getHomePath } from '#contract/kernel/roles.ts';
import { href } from '#contract/kernel/screen.ts';
import { policyCalls } from '#contract/policy/calls.ts';
import { policyPublicScreens } from '#contract/policy/public.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { clock } from '#contract/time/clock.ts';
import { yearOf } from '#contract/time/days.ts';
import { loadCall } from '#web/client/load.ts';
import { signOut } from '#web/client/session.ts';
import { CompareTray } from '#web/portal/card/compare-tray.tsx';
import { useClientSideLinks } from '#web/portal/card/soft-links.ts';
import { useReportShownCards } from '#web/portal/card/use-shown.ts';
import { IconHome, IconLogout, IconMap, IconSearch, IconUser } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { ThemeToggle } from '#web/ui/public/theme-toggle.tsx';
import { Footer, footerClass, PublicFrame } from '#web/ui/shell/public-frame.tsx';
import { m } from '#words/messages.js';
import { useApp } from './app.tsx';
import { useCurrentScreen } from './current-screen.ts';
import { CachedFragments } from './fragment-cache.tsx';
import { LanguageSwitch } from './language-switch.tsx';

/** The pages of the main navigation; those of other modules by their specified addresses. */
const placesOf = () => ({
  nav: [
    { label: m.portal_rent(), href: '/listings?type=rent' },
    { label: m.portal_buy(), href: '/listings?type=buy' },
    { label: m.portal_map(), href: '/mapsearch' },
    { label: m.portal_agents(), href: '/agents' },
    { label: m.portal_compare(), href: '/property/compare' },
  ],
  find: {
    title: m.portal_find(),
    links: [
      { label: m.portal_head_rent(), href: '/listings?type=rent' },
      { label: m.portal_head_buy(), href: '/listings?type=buy' },
      { label: m.portal_popular_offices(), href: '/listings?unit_type=office_space,shop,stall' },
      { label: m.portal_popular_plots(), href: '/listings?type=buy&property_type=plot' },
      { label: m.portal_agents(), href: '/agents' },
    ],
  },
  manage: {
    title: m.portal_manage(),
    links: [
      { label: m.portal_landing_owners(), href: href(portalPublicScreens.landing) },
      { label: m.portal_list_property(), href: `${href(identityPublicScreens.signIn)}?prompt=create` },
      { label: m.portal_careers(), href: '/careers' },
    ],
  },
  list: { label: m.portal_list_property(), href: href(portalPublicScreens.landing) },
  explore: m.portal_explore(),
});

/** The policy menu of the footer: for a person's own user type, and the tenant policies for visitors who are not signed in. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { results } = await loadCall(context, policyCalls.listForMenu, { page: 1, page_size: 20 });
  return { policies: results.map(({ id, slug, title, title_sw, kind }) => ({ id, slug, title, title_sw, kind })), places: placesOf() };
}

export const shouldRevalidate = (_: ShouldRevalidateFunctionArgs) => false;

/** Header, footer and bottom bar of every public page. */
export default function PublicLayout() {
  const { policies, places } = useLoaderData<typeof loader>();
  useClientSideLinks();
  useReportShownCards();
  const { product, locale, user, visitor } = useApp();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const alone = useCurrentScreen()?.screen.alone === true;
  const desk = visitor.layout === 'tenant' ? '/dashboard/tenant' : getHomePath(visitor.layout);
  const account = user ? { label: m.shell_nav_dashboard(), href: desk } : { label: m.shell_sign_in(), href: href(identityPublicScreens.signIn) };
  const tabs = [
    { label: m.shell_home(), href: '/', icon: IconHome, current: pathname === '/' },
    { label: places.explore, href: '/listings', icon: IconSearch, current: pathname === '/listings' },
    { label: places.nav[2]?.label ?? '', href: '/mapsearch', icon: IconMap, current: pathname === '/mapsearch' },
    { label: account.label, href: account.href, icon: IconUser },
  ];
  const links = policies.map((p) => ({
    label: (locale === 'sw' && p.title_sw) || p.title,
    href: href(policyPublicScreens.read, { id: p.id, slug: p.slug }),
    kind: p.kind,
  }));
  const footer = {
    brand: product.toLowerCase(),
    about: m.shell_footer_about(),
    columns: [
      places.find,
      places.manage,
      {
        title: m.shell_policies(),
        links,
      },
    ],
    saying: { sw: 'Nyumba njema si mlango', meaning: m.shell_meaning_door() },
    end: m.shell_footer_line({ year: yearOf(clock.today()), product }),
  };
  return (
    <PublicFrame
      brand={product.toLowerCase()}
      brandLabel={m.shell_home_of({ product })}
      skipLabel={m.shell_skip_to_content()}
      nav={places.nav.map((link) => ({ ...link, current: link.href.includes('?') ? here.startsWith(link.href) : pathname === link.href }))}
      navLabel={m.shell_nav_main()}
      first={
        <Button variant="subtle" tone="gray" href={places.list.href} soft>
          {places.list.label}
        </Button>
      }
      tools={
        <>
          <LanguageSwitch />
          <ThemeToggle label={m.shell_scheme_switch()} />
        </>
      }
      last={
        <>
          {user && (
            <Button variant="subtle" tone="gray" left={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
              {m.shell_sign_out()}
            </Button>
          )}
          <Button variant={user ? 'default' : 'filled'} href={account.href} soft>
            {account.label}
          </Button>
        </>
      }
      bare={pathname === '/mapsearch'}
      alone={alone}
      privacy={links.find(({ kind }) => kind === 'privacy')}
      tabs={tabs}
      tabsLabel={m.shell_nav_tabs()}
      footer={
        <CachedFragments Tag="footer" className={footerClass} name="footer" items={[footer]}>
          {(all) => <Footer key="footer" {...all} />}
        </CachedFragments>
      }
    >
      <Outlet />
      {!alone && <CompareTray />}
    </PublicFrame>
  );
}
