import { Button, FileInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Lexicon, rentRoll } from '#contract/intake/guess.ts';
import type { IntakeField } from '#contract/intake/kinds.ts';
import { type Table, tablesBy } from '#contract/intake/tables.ts';
import type { Sheet } from '#contract/intake/xlsx.ts';
import { makeXlsx } from '#contract/intake/xlsx-write.ts';
import { downloadBytes } from '#web/client/download.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import classes from './intake.module.css';
import { limitsText, openSheets, openText } from './open-sheet.ts';
import { fieldNames } from './words.ts';

export type Opened<F extends string = IntakeField> = { readonly name: string; readonly tables: readonly Table<F>[] };
/** The columns of a template, each with its name and two examples. */
export type Template = readonly (readonly [head: string, one: string | number, two: string | number])[];

const template = (): Template =>
  (
    [
      ['property', m.intake_example_property(), m.intake_example_property()],
      ['block', 'A', 'A'],
      ['name', 'A1', 'A2'],
      ['unit_type', '2 bedroom', 'Bedsitter'],
      ['rent', 25_000, 12_000],
      ['deposit', 25_000, 12_000],
      ['tenant', 'Jane Wanjiru', 'Vacant'],
      ['phone', '0712 345 678', ''],
      ['since', '2024-03-01', ''],
      ['balance', 2_500, ''],
      ['deposit_held', 25_000, ''],
    ] as const
  ).map(([field, one, two]) => [fieldNames[field](), one, two] as const);
const fileOf = (columns: Template) =>
  makeXlsx('Makao', [columns.map(([head]) => head), columns.map(([, one]) => one), columns.map(([, , two]) => two)]);

export const Choose = ({ take }: { take: (opened: Opened) => void }) => <ChooseSheet take={take} lexicon={rentRoll} template={template} />;

type Props<F extends string> = { take: (opened: Opened<F>) => void; lexicon: Lexicon<F>; template: () => Template };

/** A file is chosen or rows are pasted; what is in them is found at once. */
export function ChooseSheet<F extends string>({ take, lexicon, template: columns }: Props<F>) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const found = (name: string, sheets: readonly Sheet[] | string) => {
    if (typeof sheets === 'string') return setProblem(sheets);
    const tables = sheets.flatMap((sheet) => tablesBy(lexicon, sheet));
    if (tables.length === 0) setProblem(m.intake_nothing());
    else take({ name, tables });
  };
  const read = async (file: File | null) => {
    if (!file) return;
    found(file.name, await openSheets(file).catch(() => m.intake_not_sheet()));
  };
  return (
    <Panel title={m.intake_choose_title()}>
      <div className={classes.form}>
        <p className={classes.quiet}>{m.intake_choose_help()}</p>
        <FileInput
          label={m.intake_file()}
          description={limitsText()}
          placeholder={m.intake_file_choose()}
          styles={{ placeholder: { color: 'var(--mk-ink-3)' } }}
          accept=".xlsx,.csv,.tsv,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          value={null}
          onChange={(file) => void read(file)}
          error={problem || undefined}
        />
        <Textarea
          label={m.intake_paste()}
          placeholder={m.intake_paste_example()}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          minRows={4}
          maxRows={14}
          autosize
        />
        <div className={classes.foot}>
          <Button variant="default" title={m.intake_template_help()} onClick={() => downloadBytes('makao.xlsx', fileOf(columns()))}>
            {m.intake_template()}
          </Button>
          <Button disabled={text.trim() === ''} onClick={() => found(m.intake_pasted(), openText(text))}>
            {m.intake_next()}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
