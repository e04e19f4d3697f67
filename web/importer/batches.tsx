import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Panel } from '#web/ui/dash/panel.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './importer.module.css';

type Sheet = { readonly id: number; readonly code: string; readonly file_name: string; readonly undone_at: string | null };
type Props<S extends Sheet> = {
  title?: string;
  showCode?: true;
  sheets: readonly S[];
  /** The records that the import created, the person who imported the sheet and the date. */
  text: (sheet: S) => string;
  /** The rejected rows, if there are any. */
  left?: (sheet: S) => ReactNode;
  /** Other actions. */
  more?: (sheet: S) => ReactNode;
  mayUndo: (sheet: S) => boolean;
  undo: (sheet: S, close: () => void) => ReactNode;
};

/** Sheets that were imported. The rejected rows of each can be read, and it can be undone. */
export function ImportBatches<S extends Sheet>({ title = m.intake_earlier(), showCode, sheets, text, left, more, mayUndo, undo }: Props<S>) {
  const [asked, setAsked] = useState<S | null>(null);
  const [seen, setSeen] = useState<number | null>(null);
  if (sheets.length === 0) return null;
  return (
    <Panel title={title} pad={false}>
      {sheets.map((sheet) => {
        const out = left?.(sheet);
        return (
          <div key={sheet.id} className={classes.batch}>
            <div>
              <b>{sheet.file_name}</b> {showCode && <span className={classes.quiet}>{sheet.code}</span>}
              <small>{text(sheet)}</small>
            </div>
            {more?.(sheet)}
            {out && (
              <Button
                size="compact-sm"
                variant="default"
                aria-expanded={seen === sheet.id}
                onClick={() => setSeen(seen === sheet.id ? null : sheet.id)}
              >
                {m.intake_left_see()}
              </Button>
            )}
            {sheet.undone_at && <ToneBadge tone="done">{m.unit_batch_undone()}</ToneBadge>}
            {mayUndo(sheet) && (
              <Button size="compact-sm" variant="default" onClick={() => setAsked(sheet)}>
                {m.unit_undo()}
              </Button>
            )}
            {seen === sheet.id && <div className={classes.whole}>{out}</div>}
          </div>
        );
      })}
      {asked && undo(asked, () => setAsked(null))}
    </Panel>
  );
}
