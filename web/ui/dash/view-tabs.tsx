import { count } from '../format.ts';
import { A } from '../link.tsx';
import classes from './view-tabs.module.css';

export interface ViewTab {
  label: string;
  href: string;
  count?: number;
  current?: boolean;
}

/** Saved views of a list, or the parts of a record, as links: the address says which is open. Swipes on a phone. */
export const ViewTabs = ({ items, label }: { items: readonly ViewTab[]; label: string }) => (
  <nav aria-label={label}>
    <ul className={classes.tabs}>
      {items.map((item) => (
        <li key={item.href}>
          <A href={item.href} className={classes.tab} aria-current={item.current ? 'page' : undefined} preventScrollReset>
            {item.label}
            {item.count !== undefined && <small>{count(item.count)}</small>}
          </A>
        </li>
      ))}
    </ul>
  </nav>
);
