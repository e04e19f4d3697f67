import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { unitStatuses } from '#contract/catalogue/kinds.ts';
import { intakeCalls } from '#contract/intake/calls.ts';
import { moveOutReversalDays } from '#contract/intake/kinds.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { type UnitDetails, unitCalls } from '#contract/unit/calls.ts';
import { type UnitMove, unitMovesAcceptingDay, unitMovesRequiringDay, unitMovesRequiringReason } from '#contract/unit/machine.ts';
import { useAction } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';
import classes from './unit.module.css';
import { useOccupant } from './use-occupant.ts';
import { getUnitStatusName, unitMoveTexts } from './words.ts';

export type UnitAction = UnitMove | 'delete';

/** A confirmation dialog for every move and for deletion: it explains the effect and asks for the reason and date. */
export function UnitConfirmDialog({ unit, asked, close }: { unit: UnitDetails; asked: UnitAction | null; close: () => void }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  // The last text stays readable while the dialog closes.
  const [shown, setShown] = useState<UnitAction>('hold');
  const touches = [propertyCalls, listingCalls, intakeCalls];
  const lives = useOccupant(unit.id, asked === 'vacate_said').data?.occupant;
  const form = useForm(unitCalls.move, {
    blank: { reason: '', expected_on: '' },
    given: ({ reason, expected_on }) => ({
      id: unit.id,
      move: shown === 'delete' ? 'hold' : shown,
      reason: reason.trim(),
      expected_on: shown !== 'delete' && unitMovesAcceptingDay.includes(shown) && expected_on ? expected_on : null,
    }),
    check: ({ reason, expected_on }) => ({
      ...(shown !== 'delete' && unitMovesRequiringReason.includes(shown) && reason.trim().length < 3 ? { reason: m.unit_reason_needed() } : {}),
      ...(shown !== 'delete' && unitMovesRequiringDay.includes(shown) && expected_on === '' ? { expected_on: m.unit_expected_needed() } : {}),
    }),
    inPlace: true,
    touches,
    said: ({ name, status }) => m.said_state({ name, state: getUnitStatusName(status) }),
    done: close,
  });
  const back = link('unit.ofProperty', { id: unit.property.id, code: unit.property.code });
  const remove = useAction(unitCalls.remove, {
    inPlace: true,
    touches,
    said: () => m.said_deleted({ name: unit.name }),
    done: () => navigate(back, { replace: true }),
  });
  if (asked && asked !== shown) {
    setShown(asked);
    form.reset();
  }
  const shut = () => {
    remove.reset();
    form.reset();
    close();
  };
  const words = shown === 'delete' ? null : unitMoveTexts[shown];
  // Maintenance in an occupied unit pauses no listing and does not free the unit.
  const stays = unit.status === unitStatuses.occupied && (shown === 'start_maintenance' || shown === 'end_maintenance');
  return (
    <ConfirmModal
      opened={asked !== null}
      onClose={shut}
      title={words ? words.asks({ name: unit.name }) : m.unit_delete_title({ name: unit.name })}
      confirmLabel={words ? words.verb() : m.unit_delete()}
      cancelLabel={words ? m.shell_cancel() : m.unit_keep()}
      closeLabel={m.shell_close()}
      danger={words === null || words.danger === true}
      loading={form.busy || remove.isPending}
      problem={shown === 'delete' ? remove.problem : form.problem}
      onConfirm={(event) => (shown === 'delete' ? remove.mutate({ id: unit.id }) : form.submit(event))}
    >
      {words ? (stays ? m.unit_works_stays_text() : words.tells()) : m.unit_delete_text()}
      {shown === 'vacate_said' && lives && <p>{m.intake_vacate_named({ name: lives.name, days: moveOutReversalDays })}</p>}
      {shown !== 'delete' && (
        <Textarea
          {...form.text('reason')}
          className={classes.reason ?? ''}
          label={unitMovesRequiringReason.includes(shown) ? m.unit_reason() : `${m.unit_reason()} ${m.shell_optional()}`}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
      )}
      {shown !== 'delete' && unitMovesAcceptingDay.includes(shown) && (
        <TextInput
          {...form.text('expected_on')}
          type="date"
          className={classes.reason ?? ''}
          label={unitMovesRequiringDay.includes(shown) ? m.unit_expected_on() : `${m.unit_expected_on()} ${m.shell_optional()}`}
          min={clock.today()}
        />
      )}
    </ConfirmModal>
  );
}
