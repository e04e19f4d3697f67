import { Avatar, Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import type { Locale } from '../format.ts';
import { IconBell, IconSelector } from '../icons.ts';
import { RoleBadge } from '../status.tsx';
import classes from './dash-parts.module.css';

export interface ScopeCardProps {
  initials: string;
  title: string;
  sub?: string;
  /** Opens the list of other companies; without it the card only informs. */
  onClick?: () => void;
}

export function ScopeCard({ initials, title, sub, onClick }: ScopeCardProps) {
  const inside = (
    <>
      <Avatar size={30} radius="sm" color="primary" variant="filled" aria-hidden>
        {initials}
      </Avatar>
      <span className={classes.words}>
        <b>{title}</b>
        {sub && <small>{sub}</small>}
      </span>
      {onClick && <IconSelector size={16} aria-hidden />}
    </>
  );
  return onClick ? (
    <button type="button" className={classes.scope} onClick={onClick}>
      {inside}
    </button>
  ) : (
    <div className={classes.scope}>{inside}</div>
  );
}

export interface BellButtonProps {
  /** "Notifications, 4 unread" */
  label: string;
  count: number;
  /** Above it the badge says so with a plus. */
  max?: number;
  onClick: () => void;
  open?: boolean;
  /** For the popover that hangs from it, together with the attributes it adds. */
  ref?: Ref<HTMLButtonElement>;
}

export const BellButton = ({ label, count, max = 99, onClick, open = false, ...more }: BellButtonProps) => (
  <button {...more} type="button" className={classes.bell} aria-label={label} aria-expanded={open} onClick={onClick}>
    <IconBell size={20} aria-hidden />
    {count > 0 && <b aria-hidden="true">{count > max ? `${max}+` : count}</b>}
  </button>
);

export interface UserMenuItem {
  label: string;
  icon?: Icon;
  href?: string;
  onClick?: () => void;
  /** Last and red: signing out is not, destroying is. */
  danger?: boolean;
}

export interface UserMenuProps {
  name: string;
  role: number;
  locale?: Locale;
  /** Spoken before the name: "Account". */
  label: string;
  picture?: string | undefined;
  /** Groups of moves; a line is drawn between them. */
  groups: readonly (readonly UserMenuItem[])[];
}

function Item({ label, icon: Sign, href, onClick, danger = false }: UserMenuItem): ReactNode {
  const shared = { leftSection: Sign ? <Sign size={17} aria-hidden /> : null, ...(danger ? { color: 'red' } : {}), ...(onClick ? { onClick } : {}) };
  return href ? (
    <Menu.Item component={Link} to={href} {...shared}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item {...shared}>{label}</Menu.Item>
  );
}

export const UserMenu = ({ name, role, locale = 'en', label, picture, groups }: UserMenuProps) => (
  <Menu>
    <Menu.Target>
      <button type="button" className={classes.user}>
        <span className="sr-only">{label} </span>
        <Avatar size={32} radius="xl" color="secondary" name={name} src={picture ?? null} alt="" aria-hidden />
        <span className={classes.name}>
          <b>{name}</b>
          <RoleBadge role={role} locale={locale} />
        </span>
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {groups.flatMap((group, at) => [
        ...(at > 0 ? [<Menu.Divider key={`line-${group[0]?.label}`} />] : []),
        ...group.map((item) => <Item key={item.label} {...item} />),
      ])}
    </Menu.Dropdown>
  </Menu>
);
