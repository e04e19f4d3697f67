import { useState } from 'react';
import { Refused } from '#web/client/send.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';

/** A unit somebody worked on, or a property whose units are not the caller's to work on any more. */
type Worked = { readonly kind: 'unit' | 'property'; readonly id?: number; readonly name: string; readonly why: string };

/** The units somebody has worked on since an import, once the server named them. */
export function useWorked() {
  const [worked, setWorked] = useState<readonly Worked[]>([]);
  const handles = (problem: unknown): boolean => {
    if (!(problem instanceof Refused) || problem.status !== 409 || !Array.isArray(problem.body.units)) return false;
    setWorked(problem.body.units as Worked[]);
    return true;
  };
  return { worked, handles };
}

type TakeBackProps = {
  name: string;
  text: string;
  worked: readonly Worked[];
  /** What is kept when it is not taken back, as its button says it. */
  keepLabel?: string;
  busy: boolean;
  close: () => void;
  take: (keepChanged: boolean) => void;
};

/** Asks before an import is taken back; units somebody has worked on since are named and stay. */
export function TakeBack({ name, text, worked, keepLabel = m.unit_undo_keep(), busy, close, take }: TakeBackProps) {
  const keep = worked.length > 0;
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.unit_undo_title({ name })}
      confirmLabel={keep ? m.unit_undo_rest() : m.unit_undo()}
      cancelLabel={keepLabel}
      closeLabel={m.shell_close()}
      danger
      loading={busy}
      onConfirm={() => take(keep)}
    >
      {keep ? (worked.some((one) => one.kind === 'property') ? m.unit_undo_stays() : m.unit_undo_worked({ count: worked.length })) : text}
      {keep && (
        <ul>
          {worked.map((unit) => (
            <li key={`${unit.kind} ${unit.id ?? unit.name}`}>
              <b>{unit.name}</b> {unit.why}
            </li>
          ))}
        </ul>
      )}
    </ConfirmModal>
  );
}
