import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { clock } from '#contract/time/clock.ts';
import { type UnitFull, unitCalls } from '#contract/unit/calls.ts';
import { needsDay, needsReason, takesDay, type UnitMove } from '#contract/unit/machine.ts';
import { useAct } from '#web/client/use-call.ts';
import { useProblem } from '#web/forms/use-problem.ts';
import { useDash } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { m } from '#words/messages.js';
import classes from './unit.module.css';
import { moveWords } from './words.ts';

export type Asked = UnitMove | 'delete';

/** Every move and the deletion ask first, say what will happen, and take the reason and the day they need. */
export function Ask({ unit, asked, close }: { unit: UnitFull; asked: Asked | null; close: () => void }) {
  const { link } = useDash();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [day, setDay] = useState('');
  const [tried, setTried] = useState(false);
  const { problem, setProblem, handles } = useProblem();
  // The last question stays readable while the dialog fades away.
  const [shown, setShown] = useState<Asked>('hold');
  if (asked && asked !== shown) {
    setShown(asked);
    setReason('');
    setDay('');
    setTried(false);
    setProblem('');
  }
  const move = useAct(unitCalls.move, { done: close, handles });
  const back = link('unit.ofProperty', { id: unit.property.id, code: unit.property.code });
  const remove = useAct(unitCalls.remove, { done: () => void navigate(back, { replace: true }), handles });
  const words = shown === 'delete' ? null : moveWords[shown];
  const wantsReason = shown !== 'delete' && needsReason.includes(shown) && reason.trim().length < 3;
  const wantsDay = shown !== 'delete' && needsDay.includes(shown) && day === '';
  const go = () => {
    if (shown === 'delete') return remove.mutate({ id: unit.id });
    if (wantsReason || wantsDay) return setTried(true);
    move.mutate({ id: unit.id, move: shown, reason: reason.trim(), expected_on: takesDay.includes(shown) && day ? day : null });
  };
  return (
    <ConfirmModal
      opened={asked !== null}
      onClose={close}
      title={words ? words.asks({ name: unit.name }) : m.unit_delete_title({ name: unit.name })}
      confirmLabel={words ? words.verb() : m.unit_delete()}
      cancelLabel={words ? m.shell_cancel() : m.unit_keep()}
      closeLabel={m.shell_close()}
      danger={words === null || words.danger === true}
      loading={move.isPending || remove.isPending}
      problem={problem || undefined}
      onConfirm={go}
    >
      {words ? words.tells() : m.unit_delete_text()}
      {shown !== 'delete' && (
        <Textarea
          className={classes.reason ?? ''}
          label={needsReason.includes(shown) ? m.unit_reason() : `${m.unit_reason()} ${m.shell_optional()}`}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={tried && wantsReason ? m.unit_reason_needed() : undefined}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
      )}
      {shown !== 'delete' && takesDay.includes(shown) && (
        <TextInput
          type="date"
          className={classes.reason ?? ''}
          label={needsDay.includes(shown) ? m.unit_expected_on() : `${m.unit_expected_on()} ${m.shell_optional()}`}
          value={day}
          min={clock.today()}
          onChange={(event) => setDay(event.currentTarget.value)}
          error={tried && wantsDay ? m.unit_expected_needed() : undefined}
        />
      )}
    </ConfirmModal>
  );
}
