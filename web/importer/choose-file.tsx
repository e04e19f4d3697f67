import { Button, FileInput, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { SheetColumns } from '#contract/importer/columns.ts';
import { type SheetTable, splitSheetIntoTables } from '#contract/importer/tables.ts';
import type { WorkbookSheet } from '#contract/importer/xlsx.ts';
import { makeXlsx } from '#contract/importer/xlsx-write.ts';
import { downloadExcelFile } from '#web/client/download.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import classes from './importer.module.css';
import { getImportLimitsText, parsePastedSheets, readWorkbookSheets } from './open-sheet.ts';

type FileProps = {
  texts: { title: string; help: string; file: string; limits?: string; choose: string; paste: string; example: string; next: string };
  accept: string;
  problem: string;
  onFile: (file: File) => void;
  onPaste: (text: string) => void;
  children?: ReactNode;
};
/** A file is chosen or rows are pasted. */
export function ImportFilePicker({ texts, accept, problem, onFile, onPaste, children }: FileProps) {
  const [text, setText] = useState('');
  return (
    <Panel title={texts.title}>
      <div className={classes.form}>
        <p className={classes.quiet}>{texts.help}</p>
        <FileInput
          label={texts.file}
          description={texts.limits}
          placeholder={texts.choose}
          styles={{ placeholder: { color: 'var(--mk-ink-3)' } }}
          accept={accept}
          value={null}
          onChange={(file) => file && onFile(file)}
          error={problem || undefined}
        />
        <Textarea
          label={texts.paste}
          placeholder={texts.example}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          minRows={4}
          maxRows={14}
          autosize
        />
        <div className={classes.foot}>
          {children}
          <Button disabled={text.trim() === ''} onClick={() => onPaste(text)}>
            {texts.next}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

export type OpenedSheet<F extends string> = { readonly name: string; readonly tables: readonly SheetTable<F>[] };
/** The columns of a template, each with its name and two examples. */
export type SheetTemplate<F extends string> = readonly (readonly [field: F, one: string | number, two: string | number])[];

type Props<F extends string> = {
  take: (opened: OpenedSheet<F>) => void;
  columns: SheetColumns<F>;
  names: Readonly<Record<F, () => string>>;
  template: () => SheetTemplate<F>;
};
const types = '.xlsx,.csv,.tsv,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** An Excel or CSV file, or pasted rows. The tables in it are found at once. */
export function WorkbookSheetPicker<F extends string>({ take, columns, names, template }: Props<F>) {
  const [problem, setProblem] = useState('');
  const found = (name: string, sheets: readonly WorkbookSheet[] | string) => {
    if (typeof sheets === 'string') return setProblem(sheets);
    const tables = sheets.flatMap((sheet) => splitSheetIntoTables(columns, sheet));
    if (tables.length === 0) setProblem(m.intake_nothing());
    else take({ name, tables });
  };
  const save = () => {
    const example = template();
    const rows = [example.map(([field]) => names[field]()), example.map(([, one]) => one), example.map(([, , two]) => two)];
    downloadExcelFile('makao.xlsx', makeXlsx('Makao', rows));
  };
  return (
    <ImportFilePicker
      texts={{
        title: m.intake_choose_title(),
        help: m.intake_choose_help(),
        file: m.intake_file(),
        limits: getImportLimitsText(),
        choose: m.intake_file_choose(),
        paste: m.intake_paste(),
        example: m.intake_paste_example(),
        next: m.intake_next(),
      }}
      accept={types}
      problem={problem}
      onFile={async (file) => found(file.name, await readWorkbookSheets(file).catch(() => m.intake_not_sheet()))}
      onPaste={(text) => found(m.intake_pasted(), parsePastedSheets(text))}
    >
      <Button variant="default" title={m.intake_template_help()} onClick={save}>
        {m.intake_template()}
      </Button>
    </ImportFilePicker>
  );
}
