import { ActionIcon } from '@mantine/core';
import type { ComponentProps } from 'react';
import { IconDots } from '#web/ui/icons.ts';
import { late, type Overlays } from './late.tsx';
import classes from './more-menu.module.css';
import type { MoreItem } from './overlay-props.ts';
import { useHung } from './use-hung.ts';

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
export type { MoreItem };
