import { Button, Switch } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { m } from '#words/messages.js';
import classes from './importer.module.css';

/** The number of rows shown before the user asks for more. */
const shownAtOnce = 200;
type Head = { readonly label: string; readonly right?: true; readonly wide?: true };
type Row = { readonly problems: readonly unknown[] };
type Props<R extends Row> = {
  rows: readonly R[];
  heads: readonly Head[];
  /** A row, identified by its position among the checked rows. `form` is open while the user corrects it. */
  row: (row: R, at: number, form: { readonly isOpen: boolean; readonly open: () => void; readonly close: () => void }) => ReactNode;
  texts?: { onlyBad: string; all: (count: number) => string };
  /** Shows only rows with problems at first. */
  onlyBad?: boolean;
};

/** Every row of a sheet as it would be imported, with its problems. */
export function ImportPreviewTable<R extends Row>({ rows: checked, heads, row, texts, onlyBad: first = false }: Props<R>) {
  const [onlyBad, setOnlyBad] = useState(first);
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<number | null>(null);
  const every = checked.map((one, at) => ({ one, at }));
  const wrong = every.filter(({ one }) => one.problems.length > 0);
  const mixed = wrong.length > 0 && wrong.length < every.length;
  const rows = onlyBad && mixed ? wrong : every;
  return (
    <>
      {mixed && (
        <Switch
          label={texts?.onlyBad ?? m.intake_only_bad_of({ bad: wrong.length, all: every.length })}
          checked={onlyBad}
          onChange={(event) => setOnlyBad(event.currentTarget.checked)}
        />
      )}
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              {heads.map(({ label, right, wide }) => (
                <th key={label} scope="col" data-right={right} data-wide={wide}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(all ? rows : rows.slice(0, shownAtOnce)).map(({ one, at }) => (
              <Fragment key={at}>
                {row(one, at, { isOpen: open === at && one.problems.length > 0, open: () => setOpen(at), close: () => setOpen(null) })}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {!all && rows.length > shownAtOnce && (
        <Button variant="default" onClick={() => setAll(true)}>
          {texts?.all(rows.length) ?? m.intake_see_all({ count: rows.length })}
        </Button>
      )}
    </>
  );
}

type FootProps = { back: string; goBack: () => void; label: string; apply: () => void; busy: boolean; disabled: boolean };
export const ImportPreviewFooter = ({ back, goBack, label, apply, busy, disabled }: FootProps) => (
  <div className={classes.foot}>
    <Button variant="default" onClick={goBack} disabled={busy}>
      {back}
    </Button>
    <Button onClick={apply} loading={busy} disabled={disabled}>
      {label}
    </Button>
  </div>
);
