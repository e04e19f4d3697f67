import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { bookingCalls } from '#contract/booking/calls.ts';
import { requiredScreeningChecks, type ScreeningCheckOutcome, screeningCheckOutcomes } from '#contract/booking/kinds.ts';
import { screeningCheckLabels } from '#contract/booking/labels.ts';
import type { BookingDetails, ScreeningResult } from '#contract/booking/shapes.ts';
import classes from '#web/application/application.module.css';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { screeningOutcomeNames } from './labels.ts';

type Line = ScreeningResult['lines'][number];

/** The checks, and the points of each in the score. The score helps to compare; a person decides. */
export function ScreeningChecks({ booking, screened }: { booking: BookingDetails; screened: ScreeningResult }) {
  const [open, setOpen] = useState<Line | null>(null);
  const may = booking.acts.includes('check');
  return (
    <Panel title={m.booking_checks()} right={<b>{m.booking_score({ score: screened.score })}</b>} pad={false}>
      <ul className={classes.rows}>
        {screened.lines.map((line) => (
          <li key={line.what}>
            <div>
              <b>{screeningCheckLabels[line.what]()}</b>{' '}
              {requiredScreeningChecks.includes(line.what) && <span className={classes.quiet}>{m.booking_check_required()}</span>}
              {line.note && <p className={classes.quiet}>{line.note}</p>}
              {line.by && line.at && <p className={classes.quiet}>{m.booking_check_by({ name: line.by, day: formatDate(line.at) })}</p>}
            </div>
            <span className={classes.quiet}>{m.booking_points({ points: line.points, of: line.of })}</span>
            <ToneBadge tone={screeningOutcomeNames[line.outcome].tone}>{screeningOutcomeNames[line.outcome].label()}</ToneBadge>
            {may && (
              <Button
                variant="default"
                size="sm"
                aria-label={m.booking_check_set({ what: screeningCheckLabels[line.what]() })}
                onClick={() => setOpen(line)}
              >
                {m.booking_check_write()}
              </Button>
            )}
          </li>
        ))}
        <li>
          <p className={classes.quiet}>{m.booking_score_text()}</p>
        </li>
      </ul>
      {open && <Write key={open.what} booking={booking} line={open} close={() => setOpen(null)} />}
    </Panel>
  );
}

function Write({ booking, line, close }: { booking: BookingDetails; line: Line; close: () => void }) {
  const form = useForm(bookingCalls.recordCheck, {
    blank: { outcome: (line.outcome === 'open' ? 'pass' : line.outcome) as ScreeningCheckOutcome, note: line.note },
    given: (values) => ({ id: booking.id, what: line.what, ...values }),
    quiet: true,
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={screeningCheckLabels[line.what]()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.booking_check_write()} />}
    >
      <NativeSelect
        {...form.text('outcome')}
        label={m.booking_outcome()}
        data={screeningCheckOutcomes.map((value) => ({ value, label: screeningOutcomeNames[value].label() }))}
      />
      <Textarea
        {...form.text('note')}
        label={m.booking_check_note()}
        description={m.booking_check_note_help()}
        autosize
        minRows={3}
        maxLength={1000}
      />
    </FormDrawer>
  );
}
