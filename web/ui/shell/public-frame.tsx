import type { CSSProperties, ReactNode } from 'react';
import { BrandLogo, PindoPattern, SwahiliProverb } from '../brand.tsx';
import { cx } from '../cx.ts';
import { AppLink } from '../link.tsx';
import classes from './public-frame.module.css';
import { TabBar, type TabItem } from './tab-bar.tsx';

export interface FrameLink {
  label: string;
  href: string;
  current?: boolean;
}
export interface FooterProps {
  brand: string;
  about: string;
  columns: readonly { title: string; links: readonly FrameLink[] }[];
  saying?: { sw: string; meaning: string };
  end?: string;
}
export interface PublicFrameProps {
  brand: string;
  /** The label of the link around the logo. */
  brandLabel: string;
  homeHref?: string;
  skipLabel: string;
  nav: readonly FrameLink[];
  navLabel: string;
  /** The right side of the header: the first and last parts are for wide screens, the tools for all. */
  first?: ReactNode;
  tools?: ReactNode;
  last?: ReactNode;
  /** The four entries of the bottom bar on a phone. */
  tabs: readonly TabItem[];
  tabsLabel: string;
  /** The content of the footer, in an element of the class `footerClass`. */
  footer?: ReactNode;
  /** Map and other full-width pages: no side margins in the header and no footer. */
  bare?: boolean;
  /** A page for a single task: it shows the name, the tools and the content, and no links to other pages. */
  alone?: boolean;
  /** For pages with a single task: a link to the privacy information beside the page. */
  privacy?: FrameLink | undefined;
  children: ReactNode;
}

export const footerClass = classes.foot;

/**
 * The links of the footer are plain links, which the frame of the page handles (soft-links.ts), because fifteen router links are slower to render.
 */
export function Footer({ brand, about, columns, saying, end }: FooterProps) {
  const style: CSSProperties & { '--cols': number } = { '--cols': columns.length };
  return (
    <>
      <PindoPattern h={16} />
      <div className="wrap">
        <div className={classes.grid} style={style}>
          <div>
            <BrandLogo name={brand} size={30} mono />
            <div className={classes.about}>{about}</div>
          </div>
          {columns.map((column) => (
            <div key={column.title}>
              <h2>{column.title}</h2>
              <ul>
                {column.links.map((link) => (
                  <li key={link.href}>
                    <a href={link.href} data-soft>
                      {link.label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className={classes.end}>
          {saying && <SwahiliProverb {...saying} plain />}
          <span>{end}</span>
        </div>
      </div>
    </>
  );
}

export function PublicFrame({
  brand,
  brandLabel,
  homeHref = '/',
  skipLabel,
  nav,
  navLabel,
  tabs,
  tabsLabel,
  footer,
  bare = false,
  alone = false,
  privacy,
  ...slots
}: PublicFrameProps) {
  return (
    <div className={classes.root} data-bare={bare || undefined}>
      <a href="#main" className="skip">
        {skipLabel}
      </a>
      <header className={classes.head}>
        <div className={cx('wrap', classes.bar)} data-bare={bare || undefined}>
          <AppLink href={homeHref} soft aria-label={brandLabel} className={classes.home}>
            <BrandLogo name={brand} size={27} />
          </AppLink>
          {!alone && (
            <nav aria-label={navLabel}>
              <ul className={classes.nav}>
                {nav.map((link) => (
                  <li key={link.href}>
                    <AppLink href={link.href} aria-current={link.current ? 'page' : undefined} prefetch="intent">
                      {link.label}
                    </AppLink>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <div className={classes.right}>
            {!alone && slots.first && <div className={classes.wide}>{slots.first}</div>}
            {slots.tools}
            {!alone && slots.last && <div className={classes.wide}>{slots.last}</div>}
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {slots.children}
      </main>
      {!bare && !alone && footer}
      {alone && privacy && (
        <footer className={cx('wrap', classes.lone)}>
          <a href={privacy.href} target="_blank" rel="noreferrer">
            {privacy.label}
          </a>
        </footer>
      )}
      {!alone && <TabBar items={tabs} label={tabsLabel} soft />}
    </div>
  );
}
