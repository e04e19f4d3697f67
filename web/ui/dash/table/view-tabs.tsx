import { useEffect, useRef } from 'react';
import { formatCount } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import classes from './view-tabs.module.css';

export interface ViewTab {
  label: string;
  href: string;
  count?: number;
  current?: boolean;
}

/**
 * Saved views of a list, or the parts of a record, as links: the address contains the open one. On a phone the row scrolls sideways and shows the
 * open one.
 */
export function ViewTabs({ items, label }: { items: readonly ViewTab[]; label: string }) {
  const row = useRef<HTMLUListElement>(null);
  const open = items.find((item) => item.current)?.href;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open
  useEffect(() => {
    const tab = row.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    const seen = row.current?.getBoundingClientRect();
    if (row.current && tab && seen) row.current.scrollLeft += tab.left - seen.left - (seen.width - tab.width) / 2;
  }, [open]);
  return (
    <nav aria-label={label}>
      <ul className={classes.tabs} ref={row}>
        {items.map((item) => (
          <li key={item.href}>
            <AppLink href={item.href} className={classes.tab} aria-current={item.current ? 'page' : undefined} preventScrollReset>
              {item.label}
              {item.count !== undefined && <small>{formatCount(item.count)}</small>}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
