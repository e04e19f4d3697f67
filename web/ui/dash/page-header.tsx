import type { ReactNode } from 'react';
import { type BreadcrumbItem, Breadcrumbs } from '../public/breadcrumbs.tsx';
import classes from './page-header.module.css';

export interface PageHeaderProps {
  /** The name of the record as people use it, not its code. */
  title: ReactNode;
  crumbs?: readonly BreadcrumbItem[];
  /** The name of the breadcrumb landmark, which is required with crumbs. */
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
