import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppLink } from '../link.tsx';
import classes from './tabs.module.css';

export interface TabItem {
  label: string;
  href: string;
  icon: Icon;
  current?: boolean;
  badge?: number | string | undefined;
  /** What the badge counts, for screen readers. */
  badgeLabel?: string | undefined;
}

/** The bottom bar. It is rendered at every width, and CSS shows it on phones only. */
export const TabBar = ({
  items,
  label,
  soft = false,
  children,
}: {
  items: readonly TabItem[];
  label: string;
  soft?: boolean;
  children?: ReactNode;
}) => (
  <nav className={classes.tabs} aria-label={label}>
    {items.map(({ label: text, href, icon: Sign, current, badge, badgeLabel }) => (
      <AppLink key={href} href={href} soft={soft} className={classes.tab} aria-current={current ? 'page' : undefined} aria-description={badgeLabel}>
        <Sign size={21} aria-hidden />
        <span>{text}</span>
        {badge !== undefined && <b aria-hidden>{badge}</b>}
      </AppLink>
    ))}
    {children}
  </nav>
);

export const TabButton = ({ label, icon: Sign, onClick, open }: { label: string; icon: Icon; onClick: () => void; open: boolean }) => (
  <button type="button" className={classes.tab} onClick={onClick} aria-haspopup="dialog" aria-expanded={open}>
    <Sign size={21} aria-hidden />
    <span>{label}</span>
  </button>
);
