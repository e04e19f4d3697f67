import { Button, Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { m } from '#words/messages.js';
import classes from './conflict.module.css';
import type { ConflictDisplay, EditConflict } from './conflict-props.ts';
import { getConflictExplanation, getConflictLabel, listConflictRows } from './conflict-rows.ts';

// The comparison of rich text loads on demand, because few forms have rich text, and fewer conflicts.
const DiffView = lazy(() => import('#web/ui/dash/diff-view.tsx').then(({ DiffView: view }) => ({ default: view })));

const plain = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return m.views_conflict_none();
  if (typeof value === 'boolean') return value ? m.views_conflict_on() : m.views_conflict_off();
  return Array.isArray(value) ? value.join(', ') || m.views_conflict_none() : String(value);
};

/** The props of the component Conflict. */
export default function ConflictDialog<T extends object>({
  conflict,
  labels,
  spoken,
  rich = [],
}: ConflictDisplay<T> & { conflict: EditConflict<T> }) {
  const { mine, theirs, names, keepMine, takeTheirs, later } = conflict;
  const differing = listConflictRows(names, labels);
  const rows = differing.filter((name) => !rich.includes(name));
  const read = (name: keyof T & string, values: T) => spoken?.(name, values) ?? plain(values[name]);
  return (
    <Modal opened onClose={later} title={m.views_conflict_title()} closeButtonProps={{ 'aria-label': m.shell_close() }}>
      <p className={classes.text}>{getConflictExplanation(differing)}</p>
      {rows.length > 0 && (
        <table className={classes.compare}>
          <thead>
            <tr>
              <th scope="col">{m.views_conflict_field()}</th>
              <th scope="col">{m.views_conflict_theirs()}</th>
              <th scope="col">{m.views_conflict_mine()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((name) => (
              <tr key={name}>
                <th scope="row">{getConflictLabel(name, labels)}</th>
                <td>{read(name, theirs)}</td>
                <td>{read(name, mine)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {differing
        .filter((name) => rich.includes(name))
        .map((name) => (
          <section key={name} aria-label={getConflictLabel(name, labels)}>
            <h3 className={classes.head}>{getConflictLabel(name, labels)}</h3>
            <Suspense>
              <DiffView
                before={String(theirs[name])}
                after={String(mine[name])}
                format="html"
                labels={{ added: m.views_conflict_mine(), removed: m.views_conflict_theirs(), same: m.views_conflict_alike() }}
              />
            </Suspense>
          </section>
        ))}
      <div className={classes.foot}>
        <Button variant="default" onClick={takeTheirs}>
          {m.views_conflict_take()}
        </Button>
        <Button onClick={keepMine} data-autofocus>
          {m.views_conflict_keep()}
        </Button>
      </div>
    </Modal>
  );
}
