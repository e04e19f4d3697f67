import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { sheetLimits } from '#contract/importer/limits.ts';
import { m } from '#words/messages.js';
import type { Named } from './columns.tsx';
import classes from './importer.module.css';

type MendProps<F extends string> = {
  row: { readonly line: number; readonly problems: readonly { readonly field: F; readonly problem: string }[] };
  named: Named<F>;
  cells: Partial<Record<F, string>>;
  busy: boolean;
  close: () => void;
  save: (cells: Partial<Record<F, string>>) => void;
};

/** The cells of one row, those that are wrong first; what is typed goes with the row from then on. */
export function Mend<F extends string>({ row, named: { fields: all, names }, cells, busy, close, save }: MendProps<F>) {
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  // Whoever asked to put a row right goes on typing.
  useEffect(() => first.current?.focus(), []);
  const wrong = new Set(row.problems.map((one) => one.field));
  const fields = [...all.filter((field) => wrong.has(field)), ...all.filter((field) => !wrong.has(field) && field in cells)];
  const [typed, setTyped] = useState<Record<string, string>>(() => Object.fromEntries(fields.map((field) => [field, cells[field] ?? ''])));
  return (
    <form
      aria-labelledby={id}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save(typed as Partial<Record<F, string>>);
      }}
    >
      <b id={id}>{m.intake_mend_row({ line: row.line })}</b>
      <div className={classes.columns}>
        {fields.map((field, at) => (
          <TextInput
            key={field}
            ref={at === 0 ? first : undefined}
            label={names[field]()}
            value={typed[field] ?? ''}
            maxLength={sheetLimits.cell}
            error={row.problems.find((one) => one.field === field)?.problem}
            onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value })}
          />
        ))}
      </div>
      <div className={classes.foot}>
        <Button size="compact-sm" variant="default" onClick={close} disabled={busy}>
          {m.intake_mend_stop()}
        </Button>
        <Button size="compact-sm" type="submit" loading={busy}>
          {m.intake_mend_save()}
        </Button>
      </div>
    </form>
  );
}

type RowProps = {
  row: { readonly line: number; readonly problems: readonly unknown[] };
  open: () => void;
  /** What becomes of it. */
  result: ReactNode;
  /** The form that puts it right, once it was asked for. */
  form: ReactNode;
  children: ReactNode;
};
/** A row of the preview with the way to put it right, which opens below it. */
export const MendableRow = ({ row, open, result, form, children }: RowProps) => (
  <>
    <tr>
      {children}
      <td className={classes.result}>
        {result}
        {row.problems.length > 0 && !form && (
          <Button size="compact-sm" variant="default" aria-label={m.intake_mend_row({ line: row.line })} onClick={open}>
            {m.intake_mend()}
          </Button>
        )}
      </td>
    </tr>
    {form && (
      <tr>
        <td colSpan={6} className={classes.mend}>
          {form}
        </td>
      </tr>
    )}
  </>
);
