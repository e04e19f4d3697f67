import type { ReactNode } from 'react';
import { maxComparedListings } from '#contract/search/limits.ts';
import { SpriteIcon } from '#web/portal/icon-sprite.tsx';
import { cx } from '#web/ui/cx.ts';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './compare.module.css';
import { toggleComparedListing, useComparedIds } from './compare.ts';

/** Rendered by the server, but visible only when scripts run. */
export function CompareButton({
  id,
  label,
  className,
  children,
}: {
  id: number;
  label: string;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const on = useComparedIds().includes(id);
  const press = () => {
    if (!toggleComparedListing(id)) showToast({ kind: 'info', title: m.portal_compare_full({ count: maxComparedListings }), id: 'compare-full' });
  };
  return (
    <button
      type="button"
      className={cx(children ? classes.wide : classes.round, className)}
      aria-pressed={on}
      aria-label={children ? undefined : label}
      onClick={press}
    >
      <SpriteIcon name="scale" size={18} />
      {children}
    </button>
  );
}
