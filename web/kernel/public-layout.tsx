import { type LoaderFunctionArgs, Outlet, type ShouldRevalidateFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { homeOf } from '#contract/kernel/roles.ts';
import { policyCalls } from '#contract/policy/calls.ts';
import { linkTo } from '#contract/screens.ts';
import { IconHome, IconLogout, IconUser } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { ThemeToggle } from '#web/ui/public/theme-toggle.tsx';
import { PublicFrame } from '#web/ui/shell/public-frame.tsx';
import { m } from '#words/messages.js';
import { useApp } from './app.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { load } from './load.ts';
import { signOut } from './session.ts';

/** The policy menu of the footer: a person's own user type, the tenant ones for a stranger. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { results } = await load(context, policyCalls.menu, { page: 1, page_size: 20 });
  return { policies: results };
}

export const shouldRevalidate = (_: ShouldRevalidateFunctionArgs) => false;

/** Header, footer and thumb bar of every public page. */
export default function PublicLayout() {
  const { policies } = useLoaderData<typeof loader>();
  const { product, locale, user, visitor } = useApp();
  const { pathname } = useLocation();
  const desk = visitor.layout === 'tenant' ? '/dashboard/tenant' : homeOf(visitor.layout);
  const account = user ? { label: m.shell_nav_dashboard(), href: desk } : { label: m.shell_sign_in(), href: linkTo('identity.signIn', 'default') };
  const tabs = [
    { label: m.shell_home(), href: '/', icon: IconHome, current: pathname === '/' },
    { label: account.label, href: account.href, icon: IconUser },
  ];
  return (
    <PublicFrame
      brand={product.toLowerCase()}
      brandLabel={m.shell_home_of({ product })}
      skipLabel={m.shell_skip_to_content()}
      nav={[]}
      navLabel={m.shell_nav_main()}
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
          <Button variant="default" href={account.href}>
            {account.label}
          </Button>
        </>
      }
      tabs={tabs}
      tabsLabel={m.shell_nav_sections()}
      footer={{
        about: m.shell_footer_about(),
        columns: [
          {
            title: m.shell_policies(),
            links: policies.map((p) => ({
              label: (locale === 'sw' && p.title_sw) || p.title,
              href: linkTo('policy.read', 'default', { id: p.id, slug: p.slug }),
            })),
          },
        ],
        saying: { sw: 'Nyumba njema si mlango', meaning: m.shell_meaning_door() },
        end: m.shell_footer_line({ year: new Date().getFullYear(), product }),
      }}
    >
      <Outlet />
    </PublicFrame>
  );
}
