import { useLocation } from 'react-router';
import { IconX } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './compare.module.css';
import { buildCompareAddress, clearComparedListings, useComparedIds } from './compare.ts';

/** Shown at the foot of the page while listings are set aside for comparison. */
export function CompareTray() {
  const ids = useComparedIds();
  const { pathname } = useLocation();
  if (ids.length === 0 || pathname.startsWith('/property/compare') || pathname.startsWith('/mapsearch')) return null;
  return (
    <aside className={classes.tray} aria-label={m.portal_compare()}>
      <span>{m.portal_compare_count({ count: ids.length })}</span>
      <AppLink href={buildCompareAddress(ids)} className={classes.go}>
        {m.portal_compare()}
      </AppLink>
      <button type="button" onClick={clearComparedListings} aria-label={m.portal_compare_clear()}>
        <IconX size={18} aria-hidden />
      </button>
    </aside>
  );
}
