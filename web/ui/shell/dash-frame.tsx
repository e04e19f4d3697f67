import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { makeLazyOverlay } from '#web/ui/dash/overlay/lazy-overlay.tsx';
import { BrandLogo } from '../brand.tsx';
import { IconMenu2, IconSearch } from '../icons.ts';
import { AppLink } from '../link.tsx';
import classes from './dash-frame.module.css';
import type { MenuDrawerProps } from './menu-drawer.tsx';
import { TabBar, TabButton, type TabItem } from './tab-bar.tsx';

export type NavItem = TabItem;
export interface NavGroup {
  label?: string;
  items: readonly NavItem[];
}

export interface DashboardFrameProps {
  brand: string;
  brandLabel: string;
  homeHref: string;
  skipLabel: string;
  /** The company whose records are shown; switches between companies. */
  scope?: ReactNode;
  groups: readonly NavGroup[];
  navLabel: string;
  /** The name of the screen in the top bar of a phone. */
  title: string;
  search: { label: string; shortcut?: string; onOpen: () => void };
  /** The theme toggle and the language switch. */
  tools?: ReactNode;
  bell?: ReactNode;
  /** Shown on wide screens only; on a phone the same actions are in menuFoot. */
  user?: ReactNode;
  /** Four entries; "More" is the fifth. */
  tabs: readonly TabItem[];
  tabsLabel: string;
  more: { label: string; closeLabel: string; foot?: ReactNode };
  /** Lists and wizards use the full width. */
  wide?: boolean;
  /** For wizards: their step bar replaces the tabs. */
  focus?: boolean;
  children: ReactNode;
}

const Nav = ({ groups, label }: { groups: readonly NavGroup[]; label: string }) => (
  <nav aria-label={label}>
    {groups.map((group) => (
      <div key={group.label ?? group.items[0]?.href}>
        {group.label && <h2 className={classes.group}>{group.label}</h2>}
        <ul className={classes.list}>
          {group.items.map(({ label: text, href, icon: Sign, badge, badgeLabel, current }) => (
            <li key={href}>
              <AppLink
                href={href}
                className={classes.item}
                aria-current={current ? 'page' : undefined}
                aria-description={badgeLabel}
                prefetch="intent"
              >
                <Sign size={18} aria-hidden />
                <span>{text}</span>
                {badge !== undefined && <b aria-hidden>{badge}</b>}
              </AppLink>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

const MoreMenu = makeLazyOverlay<MenuDrawerProps>(({ MenuDrawer }) => MenuDrawer);

export function DashboardFrame(props: DashboardFrameProps) {
  const { brand, brandLabel, homeHref, skipLabel, scope, groups, navLabel, title, search, tabs, tabsLabel, more } = props;
  const [menu, setMenu] = useState(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another page is shown, whichever it is
  useEffect(() => setMenu(false), [key]);
  const side = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a long menu shows where one is, on whichever page
  useEffect(() => {
    side.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [key]);
  return (
    <div className={classes.app} data-focus={props.focus || undefined}>
      <a href="#main" className="skip">
        {skipLabel}
      </a>
      <aside className={classes.side} ref={side}>
        <div className={classes.brand}>
          <AppLink href={homeHref} aria-label={brandLabel}>
            <BrandLogo name={brand} size={24} />
          </AppLink>
        </div>
        {scope && <div className={classes.scope}>{scope}</div>}
        <Nav groups={groups} label={navLabel} />
      </aside>
      <div className={classes.column}>
        <header className={classes.top}>
          <span className={classes.title}>{title}</span>
          <button type="button" className={classes.find} onClick={search.onOpen}>
            <IconSearch size={16} aria-hidden />
            <span>{search.label}</span>
            {search.shortcut && <kbd>{search.shortcut}</kbd>}
          </button>
          <div className={classes.right}>
            <button type="button" className={classes.findSmall} onClick={search.onOpen} aria-label={search.label}>
              <IconSearch size={20} aria-hidden />
            </button>
            {props.tools}
            {props.bell}
            {props.user && <div className={classes.user}>{props.user}</div>}
          </div>
        </header>
        <main id="main" tabIndex={-1} className={classes.main} data-wide={props.wide || undefined}>
          {props.children}
        </main>
      </div>
      <TabBar items={tabs} label={tabsLabel}>
        <TabButton label={more.label} icon={IconMenu2} open={menu} onClick={() => setMenu(true)} />
      </TabBar>
      <MoreMenu opened={menu} close={() => setMenu(false)} brand={brand} label={more.label} closeLabel={more.closeLabel}>
        {scope && <div className={classes.scope}>{scope}</div>}
        <Nav groups={groups} label={navLabel} />
        {more.foot && <div className={classes.menuFoot}>{more.foot}</div>}
      </MoreMenu>
    </div>
  );
}
