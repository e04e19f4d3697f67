import type { ApplicationAccess } from '#contract/application/shapes.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './application.module.css';

/** The people who accessed the reader's application, with the time. */
export const ApplicationAccessLog = ({ looks }: { looks: readonly ApplicationAccess[] }) => (
  <Panel title={m.application_looks()} pad={false}>
    <ul className={classes.rows}>
      {looks.length === 0 && (
        <li>
          <span className={classes.quiet}>{m.application_looks_none()}</span>
        </li>
      )}
      {looks.map((look) => (
        <li key={`${look.at}${look.what}`}>
          <span>
            {look.who}, {look.company}
          </span>
          <span className={classes.quiet}>{formatDateTime(look.at)}</span>
        </li>
      ))}
    </ul>
  </Panel>
);
