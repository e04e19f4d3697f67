import { ActionIcon } from '@mantine/core';
import type { ComponentProps } from 'react';
import { IconDots } from '#web/ui/icons.ts';
import { makeLazyOverlay, type OverlayModule } from './lazy-overlay.tsx';
import classes from './more-menu.module.css';
import type { MoreMenuItem } from './overlay-props.ts';
import { useAnchoredOverlay } from './use-anchored.ts';

export const LazyAnchoredMenu = makeLazyOverlay<ComponentProps<OverlayModule['AnchoredMenu']>>(({ AnchoredMenu }) => AnchoredMenu);

/** The actions besides the next step. Actions without permission are left out of `items`, and without items there is no button. */
export function MoreMenu({ label, items, quiet = false }: { label: string; items: readonly (MoreMenuItem | false)[]; quiet?: boolean }) {
  const shown = items.filter((item) => item !== false);
  const { button, hung } = useAnchoredOverlay<HTMLButtonElement>('menu');
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
      <LazyAnchoredMenu {...hung} groups={[shown]} />
    </>
  );
}
export type { MoreMenuItem };
