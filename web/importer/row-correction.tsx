import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { sheetLimits } from '#contract/importer/limits.ts';
import { m } from '#words/messages.js';
import type { NamedFields } from './columns.tsx';
import classes from './importer.module.css';

type MendProps<F extends string> = {
  row: { readonly line: number; readonly problems: readonly { readonly field: F; readonly problem: string }[] };
  named: NamedFields<F>;
  cells: Partial<Record<F, string>>;
  busy: boolean;
  close: () => void;
  save: (cells: Partial<Record<F, string>>) => void;
};

/** The cells of one row, wrong ones first. The corrections stay with the row. */
export function RowCorrection<F extends string>({ row, named: { fields: all, names }, cells, busy, close, save }: MendProps<F>) {
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  // The focus moves to the first cell of the row the user opened.
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
  /** The result of the row. */
  result: ReactNode;
  /** The open correction form, if any. */
  form: ReactNode;
  children: ReactNode;
};
/** A row of the preview with a button that opens its correction form below it. */
export const CorrectableRow = ({ row, open, result, form, children }: RowProps) => (
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
