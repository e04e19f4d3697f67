import { Avatar } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { LazyAnchoredMenu, type MoreMenuItem } from '#web/ui/dash/overlay/more-menu.tsx';
import { useAnchoredOverlay } from '#web/ui/dash/overlay/use-anchored.ts';
import type { Locale } from '../format.ts';
import { IconBell, IconSelector } from '../icons.ts';
import { RoleBadge } from '../status.tsx';
import classes from './dash-parts.module.css';

export interface ScopeCardProps {
  initials: string;
  title: string;
  sub?: string;
  /** Opens the list of other companies. Without it the card is not a button. */
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
  /** The label for screen readers, such as "Notifications, 4 unread". */
  label: string;
  count: number;
  /** Above this number the badge shows a plus. */
  max?: number;
  /** The attributes of the button that the popover requires. */
  button: ComponentProps<'button'>;
}

export const BellButton = ({ label, count, max = 99, button }: BellButtonProps) => (
  <button {...button} type="button" className={classes.bell} aria-label={label}>
    <IconBell size={20} aria-hidden />
    {count > 0 && <b aria-hidden="true">{count > max ? `${max}+` : count}</b>}
  </button>
);

export interface UserMenuItem {
  label: string;
  icon?: Icon;
  href?: string;
  onClick?: () => void;
  /** Sign-out is the last entry. It is not red, because red is for destructive actions. */
  danger?: boolean;
}

export interface UserMenuProps {
  name: string;
  role: number;
  locale?: Locale;
  /** Screen readers read this word before the name: "Account". */
  label: string;
  picture?: string | undefined;
  /** The items of the menu in groups, separated by lines. */
  groups: readonly (readonly UserMenuItem[])[];
}

const moveOf = ({ href, onClick, ...look }: UserMenuItem): MoreMenuItem => (href ? { ...look, href } : { ...look, onClick: () => onClick?.() });

export function UserMenu({ name, role, locale = 'en', label, picture, groups }: UserMenuProps) {
  const { button, hung } = useAnchoredOverlay<HTMLButtonElement>('menu');
  return (
    <>
      <button {...button} type="button" className={classes.user}>
        <span className="sr-only">{label} </span>
        <Avatar size={32} radius="xl" color="secondary" name={name} src={picture ?? null} alt="" aria-hidden />
        <span className={classes.name}>
          <b>{name}</b>
          <RoleBadge role={role} locale={locale} />
        </span>
      </button>
      <LazyAnchoredMenu {...hung} groups={groups.map((group) => group.map(moveOf))} />
    </>
  );
}
