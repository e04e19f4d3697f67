import { ActionIcon } from '@mantine/core';
import type { ComponentProps } from 'react';
import { IconDots } from '#web/ui/icons.ts';
import { lazyOverlay, type OverlayModule } from './lazy-overlay.tsx';
import classes from './more-menu.module.css';
import type { MoreItem } from './overlay-props.ts';
import { useAnchored } from './use-anchored.ts';

export const MoreMenuItems = lazyOverlay<ComponentProps<OverlayModule['AnchoredMenu']>>(({ AnchoredMenu }) => AnchoredMenu);

/** The actions besides the next step. Actions without permission are left out of `items`, and without items there is no button. */
export function MoreMenu({ label, items, quiet = false }: { label: string; items: readonly (MoreItem | false)[]; quiet?: boolean }) {
  const shown = items.filter((item) => item !== false);
  const { button, hung } = useAnchored<HTMLButtonElement>('menu');
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
      <MoreMenuItems {...hung} groups={[shown]} />
    </>
  );
}
export type { MoreItem };
