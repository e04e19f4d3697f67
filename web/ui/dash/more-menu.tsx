import { ActionIcon, Menu } from '@mantine/core';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { IconDots } from '#web/ui/icons.ts';
import classes from './more-menu.module.css';

export type MoreItem = {
  readonly label: string;
  readonly icon?: ComponentType<{ size: number; 'aria-hidden': true }>;
  /** Takes something away; stands in red, and asks before it does. */
  readonly danger?: boolean;
  /** Why it cannot be done now: it stands there, greyed, with the reason. */
  readonly kept?: string;
} & ({ readonly onClick: () => void } | { readonly href: string });

function Item({ item }: { item: MoreItem }) {
  const look = {
    ...(item.icon ? { leftSection: <item.icon size={17} aria-hidden /> } : {}),
    ...(item.danger ? { color: 'red', className: classes.danger ?? '' } : {}),
  };
  if ('href' in item) {
    return (
      <Menu.Item component={Link} to={item.href} {...look}>
        {item.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item onClick={item.onClick} disabled={item.kept !== undefined} {...look}>
      {item.label}
      {item.kept && <small className={classes.kept}>{item.kept}</small>}
    </Menu.Item>
  );
}

/** What can be done besides the next step. What is not allowed is left out of `items`; nothing left, no button. */
export function MoreMenu({ label, items, quiet = false }: { label: string; items: readonly (MoreItem | false)[]; quiet?: boolean }) {
  const shown = items.filter((item) => item !== false);
  if (shown.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon {...(quiet ? { variant: 'subtle', color: 'gray' } : { variant: 'default' })} size={36} className={classes.tap} aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map((item) => (
          <Item key={item.label} item={item} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
