import type { StatementDetails } from '#contract/bank-statement/shapes.ts';
import { OpenRequestNote } from '#web/approval/parts.tsx';
import classes from '#web/collection/collection.module.css';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

type Balances = NonNullable<StatementDetails['balances']>;

const describeBalances = ({ opening_cents, closing_cents, last, begins, summary }: Balances): string[] => [
  ...(opening_cents === null || closing_cents === null
    ? []
    : [m.payments_import_balances({ opening: formatKes(opening_cents), closing: formatKes(closing_cents) })]),
  last ? m.payments_import_last({ day: formatDate(last.day), sum: formatKes(last.cents) }) : m.payments_import_first(),
  ...(begins ? [describeOpening(begins)] : []),
  ...describeSummary(summary),
];
function describeOpening({ opening_cents, books_cents, outstanding_cents, difference_cents }: NonNullable<Balances['begins']>): string {
  const [opening, books, difference] = [formatKes(opening_cents), formatKes(books_cents), formatKes(difference_cents)];
  if (difference_cents === 0) return m.payment_request_import_opening_agrees({ opening });
  return outstanding_cents === 0
    ? m.payment_request_import_opening_differs({ opening, books, difference })
    : m.payment_request_import_opening_outstanding({ opening, books, difference, outstanding: formatKes(outstanding_cents) });
}
const describeSummary = ({ in_cents, out_cents, charge_cents, cash }: Balances['summary']): string[] => [
  m.payment_request_import_moves({ incoming: formatKes(in_cents), outgoing: formatKes(out_cents) }),
  ...(charge_cents > 0 ? [m.payment_request_import_charges({ sum: formatKes(charge_cents) })] : []),
  ...cash.map(({ company, count, cents }) => m.payment_request_import_cash({ company, count, sum: formatKes(cents) })),
];

/** For client money: the open request, whether the balances continue the last statement, and later the two people who imported it. */
export function ImportApproval({
  of: { request, undo_request, balances, asked_by, approved_by, without_balance, second, probable },
}: {
  readonly of: StatementDetails;
}) {
  return (
    <div className={classes.notes}>
      {request && <OpenRequestNote request={request} />}
      {undo_request && <OpenRequestNote request={undo_request} />}
      {without_balance && !second && <Note>{m.payments_import_without_balance()}</Note>}
      {probable > 0 && !second && <Note>{m.payments_import_probable({ count: probable })}</Note>}
      {balances && (
        <Note
          tone={balances.refused ? 'bad' : balances.begins && balances.begins.difference_cents !== 0 ? 'guard' : 'info'}
          {...(balances.refused ? { title: m.payments_import_refused() } : {})}
        >
          {balances.refused && <p>{balances.refused}</p>}
          {describeBalances(balances).map((said) => (
            <p key={said}>{said}</p>
          ))}
        </Note>
      )}
      {asked_by && approved_by && <p className={classes.quiet}>{m.payments_import_people({ asked: asked_by, approved: approved_by })}</p>}
    </div>
  );
}
