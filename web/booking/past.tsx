import type { BookingFull } from '#contract/booking/shapes.ts';
import classes from '#web/application/application.module.css';
import { Panel } from '#web/ui/dash/panel.tsx';
import { dateTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { historyNames } from './words.ts';

export const Past = ({ booking: b }: { booking: BookingFull }) => (
  <Panel title={m.booking_history()} pad={false}>
    <ul className={classes.rows}>
      {b.history.map((h) => (
        <li key={`${h.at}${h.move}${h.to}`}>
          <span>
            {historyNames[h.move]?.() ?? h.move}
            {h.reason && <p className={classes.quiet}>{h.reason}</p>}
          </span>
          <span className={classes.quiet}>{[h.by, dateTime(h.at)].filter(Boolean).join(', ')}</span>
        </li>
      ))}
      <li>
        <span>{b.mine ? m.booking_did_apply_you() : m.booking_did_apply()}</span>
        <span className={classes.quiet}>{dateTime(b.created_at)}</span>
      </li>
    </ul>
  </Panel>
);
