import { useState } from 'react';
import type { PropertyFull } from '#contract/property/calls.ts';
import { Refused } from '#web/client/send.ts';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { m } from '#words/messages.js';
import type { Problems } from './draft.ts';
import classes from './property.module.css';

export type Line = readonly [label: string, value: string];

/** Refusals a form of a property shows itself: what is wrong with a field beside it, and what somebody else wrote meanwhile. */
export function useKeeping(revision: number) {
  const [problems, setProblems] = useState<Problems>({});
  const [attempt, setAttempt] = useState(0);
  const [theirs, setTheirs] = useState<PropertyFull | null>(null);
  const [known, setKnown] = useState(revision);
  const show = (found: Problems) => {
    setProblems(found);
    setAttempt((n) => n + 1);
  };
  const handles = (problem: unknown): boolean => {
    if (!(problem instanceof Refused)) return false;
    if (problem.status === 409 && problem.body.current) {
      setTheirs(problem.body.current as PropertyFull);
      return true;
    }
    if (problem.status !== 400 || !problem.body.fields) return false;
    show(problem.body.fields as Problems);
    return true;
  };
  /** Either way the next save is made knowing what they wrote. */
  const settle = () => {
    if (theirs) setKnown(theirs.revision);
    setTheirs(null);
  };
  return { problems, attempt, show, handles, theirs, settle, revision: known, kept: setKnown };
}

type Props = { mine: readonly Line[]; theirs: readonly Line[]; keepMine: () => void; takeTheirs: () => void };

/** Somebody was faster: what differs, side by side, and nothing of yours is lost. */
export function Conflict({ mine, theirs, keepMine, takeTheirs }: Props) {
  const differing = mine.flatMap(([label, value], at) => {
    const other = theirs[at]?.[1] ?? '';
    return other === value ? [] : [{ label, value, other }];
  });
  return (
    <ConfirmModal
      opened
      onClose={keepMine}
      title={m.property_conflict_title()}
      confirmLabel={m.property_conflict_take()}
      cancelLabel={m.property_conflict_keep()}
      closeLabel={m.shell_close()}
      onConfirm={takeTheirs}
    >
      <p>{differing.length === 0 ? m.property_conflict_same() : m.property_conflict_text()}</p>
      {differing.length > 0 && (
        <table className={classes.compare}>
          <thead>
            <tr>
              <th scope="col">{m.property_conflict_field()}</th>
              <th scope="col">{m.property_conflict_theirs()}</th>
              <th scope="col">{m.property_conflict_mine()}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map(({ label, value, other }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{other || m.property_none()}</td>
                <td>{value || m.property_none()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ConfirmModal>
  );
}
