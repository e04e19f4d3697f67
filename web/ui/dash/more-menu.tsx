import { ActionIcon } from '@mantine/core';
import type { ComponentProps, ComponentType } from 'react';
import { IconDots } from '#web/ui/icons.ts';
import { late, type Overlays } from './late.tsx';
import classes from './more-menu.module.css';
import { useHung } from './use-hung.ts';

export type MoreItem = {
  readonly label: string;
  readonly icon?: ComponentType<{ size: number; 'aria-hidden': true }>;
  /** Takes something away; stands in red, and asks before it does. */
  readonly danger?: boolean;
  /** Why it cannot be done now: it stands there, greyed, with the reason. */
  readonly kept?: string;
} & ({ readonly onClick: () => void } | { readonly href: string });

export const MenuOf = late<ComponentProps<Overlays['HungMenu']>>(({ HungMenu }) => HungMenu);

/** What can be done besides the next step. What is not allowed is left out of `items`; nothing left, no button. */
export function MoreMenu({ label, items, quiet = false }: { label: string; items: readonly (MoreItem | false)[]; quiet?: boolean }) {
  const shown = items.filter((item) => item !== false);
  const { button, hung } = useHung<HTMLButtonElement>('menu');
  if (shown.length === 0) return null;
  return (
    <>
      <ActionIcon
        {...button}
        {...(quiet ? { variant: 'subtle', color: 'gray' } : { variant: 'default' })}
        size={36}
        className={classes.tap}
        aria-label={label}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      <MenuOf {...hung} groups={[shown]} />
    </>
  );
}
