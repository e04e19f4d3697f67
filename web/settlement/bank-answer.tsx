import { Button, FileInput } from '@mantine/core';
import { useState } from 'react';
import type { HandlerResult } from '#contract/kernel/call.ts';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { downloadTextFile } from '#web/client/download.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { readFileText } from '#web/importer/open-sheet.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { type StatusTone, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './settlement.module.css';

type Answer = HandlerResult<typeof settlementCalls.importBankAnswer>;
type Becomes = Answer['rows'][number]['becomes'];
const names: Readonly<Record<Becomes, () => string>> = {
  confirmed: m.settlement_answer_confirmed,
  asked: m.settlement_answer_asked,
  known: m.settlement_answer_known,
  error: m.settlement_answer_error,
  unread: m.settlement_answer_unread,
};
const tones: Readonly<Record<Becomes, StatusTone>> = { confirmed: 'good', asked: 'wait', known: 'done', error: 'warn', unread: 'neutral' };
/** An example: banks choose their own column names and order. */
const sample = 'reference,status,amount,external,reason\nTRF-AB12CD,paid,25000.00,FT26322ABC,\nTRF-EF34GH,failed,12000.00,,Account closed\n';

/** The bank's answer to a file of transfers: checked line by line, then posted. */
export function BankResponseImportDialog({ close }: { close: () => void }) {
  const [csv, setCsv] = useState<string | null>(null);
  const look = useAction(settlementCalls.importBankAnswer, { inPlace: true, quiet: true });
  const book = useAction(settlementCalls.importBankAnswer, {
    inPlace: true,
    done: close,
    said: ({ confirmed, asked, known, errors, unread }) =>
      [
        m.settlement_bank_answer_said({ confirmed, asked, known }),
        errors + unread.length > 0 && m.settlement_bank_answer_rest({ errors, strange: unread.length }),
      ]
        .filter(Boolean)
        .join(' '),
  });
  const take = async (file: File | null) => {
    const text = file ? await readFileText(file) : null;
    setCsv(text);
    book.reset();
    if (text) look.mutate({ csv: text, dry: true });
    else look.reset();
  };
  const seen = csv === null ? undefined : look.data;
  // An amount that differs from the sent one opens an error; an unknown line posts nothing.
  const isNews = seen !== undefined && seen.confirmed + seen.asked + seen.errors > 0;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.settlement_bank_answer()}
      closeLabel={m.shell_close()}
      onSubmit={(event) => {
        event.preventDefault();
        if (csv !== null && isNews) book.mutate({ csv, dry: false });
      }}
      actions={<DrawerActions close={close} busy={book.isPending} label={m.settlement_answer_book()} disabled={!isNews} />}
    >
      <p className={classes.quiet}>{m.settlement_answer_text()}</p>
      <div>
        <Button size="compact-sm" variant="default" onClick={() => downloadTextFile('bank-answer-sample.csv', sample, 'text/csv')}>
          {m.settlement_answer_sample()}
        </Button>
      </div>
      <FileInput
        label={m.settlement_answer_file()}
        placeholder={m.payments_field_choose()}
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(file) => void take(file)}
        clearable
        clearButtonProps={{ 'aria-label': m.paper_file_clear() }}
      />
      {(look.problem || book.problem) && <Note tone="bad">{look.problem || book.problem}</Note>}
      {look.isPending && <p role="status">{m.shell_loading()}</p>}
      {seen && (
        <>
          <strong role="status">
            {m.settlement_answer_would({ confirmed: seen.confirmed, asked: seen.asked, known: seen.known, unread: seen.unread.length })}{' '}
            {seen.errors > 0 && m.settlement_answer_errors({ count: seen.errors })}
          </strong>
          <div>
            {seen.rows.map((row) => (
              <div key={row.line} className={classes.row}>
                <span>
                  <b>{row.company ?? row.reference}</b>
                  <p className={classes.quiet}>
                    {[m.settlement_answer_line({ line: row.line }), row.company && row.reference, row.why].filter(Boolean).join(' · ')}
                  </p>
                </span>
                <span className={classes.acts}>
                  <span className={classes.num}>{row.cents === null ? '' : formatKes(row.cents)}</span>
                  <ToneBadge tone={tones[row.becomes]}>{names[row.becomes]()}</ToneBadge>
                </span>
              </div>
            ))}
          </div>
        </>
      )}
    </FormDrawer>
  );
}
