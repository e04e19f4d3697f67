import type { Line } from '#contract/tenancy/schedule.ts';
import { date, kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './tenancy.module.css';

type Shown = Omit<Line, 'cents'> & { readonly cents: number | null; readonly paid_cents?: number };
/** What was paid of it before, in words; nothing where nothing was. */
export const paidText = ({ cents, paid_cents = 0 }: Pick<Shown, 'cents' | 'paid_cents'>): string =>
  cents === null || paid_cents === 0
    ? ''
    : paid_cents === cents
      ? m.tenancy_paid()
      : m.tenancy_paid_part({ paid: kes(paid_cents), left: kes(cents - paid_cents) });

/** What is asked for, in the order it is due. */
export const ScheduleTable = ({ lines }: { lines: readonly Shown[] }) => (
  <div className={classes.scroll}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{m.tenancy_due()}</th>
          <th scope="col">{m.tenancy_for()}</th>
          <th scope="col" data-right>
            {m.tenancy_amount()}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.kind} ${line.label} ${line.from}`}>
            <td>{date(line.due)}</td>
            <td>
              {line.kind === 'rent' ? m.tenancy_rent() : line.label}
              {line.days < line.of && <div className={classes.quiet}>{m.tenancy_days_of({ days: line.days, of: line.of })}</div>}
            </td>
            <td data-right>
              {line.cents === null ? m.tenancy_metered() : kes(line.cents)}
              {paidText(line) && <div className={classes.quiet}>{paidText(line)}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
