import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '../icons.ts';
import classes from './note.module.css';

export interface NoteProps {
  /** `guard`: why an action is not possible yet. `info`: information before an action. `bad`: an action failed. `good`: an action succeeded. */
  tone?: 'guard' | 'info' | 'good' | 'bad';
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Title and text on one line. */
  inline?: boolean;
  /** Screen readers announce the note when it appears. This is on by default for failures only. */
  alert?: boolean;
  className?: string;
}

const ICON = { guard: IconAlertTriangle, info: IconInfoCircle, good: IconCircleCheck, bad: IconCircleX };

export function Note({ tone = 'info', title, children, action, inline = false, alert = tone === 'bad', className }: NoteProps) {
  const Icon = ICON[tone];
  return (
    <div className={cx(classes.note, className)} data-tone={tone} data-inline={inline || undefined} role={alert ? 'alert' : 'note'}>
      <Icon size={18} aria-hidden />
      <div className={classes.body}>
        {title && <b>{title}</b>} {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
