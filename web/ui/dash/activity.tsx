import type { ReactNode } from 'react';
import { formatDateTime } from '../format.ts';
import { IconPencil } from '../icons.ts';
import classes from './activity.module.css';

export interface ActivityEntry {
  key: string;
  what: ReactNode;
  /** The person who made the change, or the reason for it. */
  by?: string | null | undefined;
  at: string;
  icon?: typeof IconPencil | undefined;
}

/** The history of a record as a vertical list, newest entry first. */
export const ActivityList = ({ items }: { items: readonly ActivityEntry[] }) => (
  <ol className={classes.past}>
    {items.map(({ key, what, by, at, icon: Sign = IconPencil }) => (
      <li key={key}>
        <span className={classes.sign}>
          <Sign size={15} stroke={1.7} aria-hidden />
        </span>
        <div className={classes.what}>
          <div>{what}</div>
          <small>
            {by && `${by} · `}
            <time dateTime={at}>{formatDateTime(at)}</time>
          </small>
        </div>
      </li>
    ))}
  </ol>
);
