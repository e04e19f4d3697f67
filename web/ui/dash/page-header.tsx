import type { ReactNode } from 'react';
import { type BreadcrumbItem, Breadcrumbs } from '../public/breadcrumbs.tsx';
import classes from './page-header.module.css';

export interface PageHeaderProps {
  /** The human name of the thing, not its code. */
  title: ReactNode;
  crumbs?: readonly BreadcrumbItem[];
  /** Name of the breadcrumb landmark; needed with crumbs. */
  crumbsLabel?: string;
  badge?: ReactNode;
  sub?: ReactNode;
  /** At most three buttons and a More menu, one of them filled. */
  actions?: ReactNode;
}

export const PageHeader = ({ title, crumbs, crumbsLabel = '', badge, sub, actions }: PageHeaderProps) => (
  <header className={classes.head}>
    <div className={classes.words}>
      {crumbs && (
        <div className={classes.crumbs}>
          <Breadcrumbs items={crumbs} label={crumbsLabel} />
        </div>
      )}
      <div className={classes.line}>
        <h1>{title}</h1>
        {badge}
      </div>
      {sub && <div className={classes.sub}>{sub}</div>}
    </div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </header>
);
