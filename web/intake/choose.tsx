import { Button, FileInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { IntakeField } from '#contract/intake/kinds.ts';
import { type Table, tablesIn } from '#contract/intake/tables.ts';
import type { Sheet } from '#contract/intake/xlsx.ts';
import { makeXlsx } from '#contract/intake/xlsx-write.ts';
import { downloadBytes } from '#web/client/download.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import classes from './intake.module.css';
import { limitsText, openSheets, openText } from './open-sheet.ts';
import { fieldNames } from './words.ts';

export type Opened = { readonly name: string; readonly tables: readonly Table[] };

/** The columns of the template, with an example of each. */
const template: readonly (readonly [IntakeField, string | number, string | number])[] = [
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
];
const fileOfTemplate = () =>
  makeXlsx('Makao', [template.map(([field]) => fieldNames[field]()), template.map(([, one]) => one), template.map(([, , two]) => two)]);

/** A file is chosen or rows are pasted; what is in them is found at once. */
export function Choose({ take }: { take: (opened: Opened) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const found = (name: string, sheets: readonly Sheet[] | string) => {
    if (typeof sheets === 'string') return setProblem(sheets);
    const tables = sheets.flatMap(tablesIn);
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
          <Button variant="default" title={m.intake_template_help()} onClick={() => downloadBytes('makao.xlsx', fileOfTemplate())}>
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
