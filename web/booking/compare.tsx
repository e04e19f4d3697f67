import { bookingCalls } from '#contract/booking/calls.ts';
import { screeningChecks } from '#contract/booking/kinds.ts';
import { screeningCheckLabels } from '#contract/booking/labels.ts';
import classes from '#web/application/application.module.css';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { screeningOutcomeNames } from './labels.ts';
import { BookingStageBadge, formatBookingDeadline, getApplicantName } from './parts.tsx';

/** Applicants for the same unit side by side, line by line. */
export function ApplicantComparison({ unitId, current }: { unitId: number; current: number }) {
  const { link } = useDashboard();
  const { data } = useCall(bookingCalls.compareForUnit, { unit_id: unitId }, { quiet: true });
  if (!data || data.results.length < 2) return null;
  const rows = data.results;
  return (
    <Panel title={m.booking_compare()} pad={false}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too */}
      {/* biome-ignore lint/a11y/useSemanticElements: the panel around it is the landmark of this name */}
      <div className={classes.scroll} role="group" aria-label={m.booking_compare()} tabIndex={0}>
        <table className={classes.compare}>
          <thead>
            <tr>
              <th scope="col">{m.booking_column_who()}</th>
              {rows.map((b) => (
                <th key={b.id} scope="col">
                  {b.id === current ? (
                    getApplicantName(b)
                  ) : (
                    <AppLink href={link('booking.detail', { id: b.id, code: b.code })}>{getApplicantName(b)}</AppLink>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Row label={m.booking_column_status()} cells={rows.map((b) => [b.id, <BookingStageBadge key={b.id} of={b} />])} />
            {rows.some(formatBookingDeadline) && <Row label={m.booking_column_clock()} cells={rows.map((b) => [b.id, formatBookingDeadline(b)])} />}
            <Row label={m.booking_column_start()} cells={rows.map((b) => [b.id, formatDate(b.starts_on)])} />
            <Row label={m.booking_term()} cells={rows.map((b) => [b.id, m.booking_months({ count: b.term_months })])} />
            <Row label={m.booking_people()} cells={rows.map((b) => [b.id, b.occupants])} />
            <Row label={m.booking_score_name()} cells={rows.map((b) => [b.id, m.booking_score({ score: b.screened.score })])} />
            {screeningChecks.map((what) => (
              <Row
                key={what}
                label={screeningCheckLabels[what]()}
                cells={rows.map((b) => {
                  const outcome = b.screened.lines.find((line) => line.what === what)?.outcome ?? 'open';
                  return [
                    b.id,
                    <ToneBadge key={b.id} tone={screeningOutcomeNames[outcome].tone} plain>
                      {screeningOutcomeNames[outcome].label()}
                    </ToneBadge>,
                  ];
                })}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

const Row = ({ label, cells }: { label: string; cells: readonly (readonly [number, React.ReactNode])[] }) => (
  <tr>
    <th scope="row">{label}</th>
    {cells.map(([id, cell]) => (
      <td key={id}>{cell}</td>
    ))}
  </tr>
);
