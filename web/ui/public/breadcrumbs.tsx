import { IconChevronRight } from '../icons.ts';
import { AppLink } from '../link.tsx';
import classes from './breadcrumbs.module.css';

export interface BreadcrumbItem {
  label: string;
  /** Missing for the last crumb, which is the current page. */
  href?: string;
}

export const Breadcrumbs = ({ items, label }: { items: readonly BreadcrumbItem[]; label: string }) => (
  <nav aria-label={label}>
    <ol className={classes.crumbs}>
      {items.map((crumb, at) => (
        <li key={`${crumb.href ?? ''} ${crumb.label}`}>
          {at > 0 && <IconChevronRight size={13} aria-hidden />}
          {crumb.href ? <AppLink href={crumb.href}>{crumb.label}</AppLink> : <span aria-current="page">{crumb.label}</span>}
        </li>
      ))}
    </ol>
  </nav>
);
