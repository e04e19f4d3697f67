import { useState } from 'react';
import { CallRejectedError } from '#web/client/send.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';

/** A unit that was edited since the import, or a property whose units the caller may no longer work on. */
type Worked = { readonly kind: 'unit' | 'property'; readonly id?: number; readonly name: string; readonly why: string };

/** The units edited since an import, as reported by the server. */
export function useEditedUnits() {
  const [worked, setWorked] = useState<readonly Worked[]>([]);
  const handles = (problem: unknown): boolean => {
    if (!(problem instanceof CallRejectedError) || problem.status !== 409 || !Array.isArray(problem.body.units)) return false;
    setWorked(problem.body.units as Worked[]);
    return true;
  };
  return { worked, handles };
}

type TakeBackProps = {
  name: string;
  text: string;
  worked: readonly Worked[];
  /** The text of the button that keeps the import. */
  keepLabel?: string;
  busy: boolean;
  close: () => void;
  take: (keepChanged: boolean) => void;
};

/** Asks for confirmation before an import is undone; units edited since are listed and stay. */
export function UndoImportDialog({ name, text, worked, keepLabel = m.unit_undo_keep(), busy, close, take }: TakeBackProps) {
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
              <b>{unit.name}</b>: {unit.why}
            </li>
          ))}
        </ul>
      )}
    </ConfirmModal>
  );
}
