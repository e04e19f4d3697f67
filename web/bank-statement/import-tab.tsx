import { Button, FileInput, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import type { BankStatement } from '#contract/bank-statement/shapes.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { statementStateNames } from '#web/collection/words.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { StatementRules } from '#web/treasury/account-form.tsx';
import { CollectionAccountList } from '#web/treasury/account-list.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { type StatusTone, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { BankStatementDetail } from './statement.tsx';

const names = ['statement'] as const;
const newest = { by: 'created_at', desc: true } as const;
const tones: Readonly<Record<BankStatement['status'], StatusTone>> = {
  read: 'wait',
  importing: 'info',
  imported: 'good',
  undoing: 'info',
  undone: 'done',
};

/** Statements of a bank or paybill: preview first, then import, and undo a wrong import. */
export default function StatementImportTab() {
  const list = useListState(names, newest);
  const open = Number(list.filters.statement) || 0;
  if (open > 0) return <BankStatementDetail key={open} id={open} back={list.hrefWith({ statement: null })} />;
  return (
    <div className={classes.cols}>
      <div className={classes.stack}>
        <Bring open={(id) => list.setFilter('statement', String(id))} />
        <Brought list={list} />
      </div>
      <div className={classes.stack}>
        <CollectionAccountList />
        <StatementRules />
      </div>
    </div>
  );
}

type List = ReturnType<typeof useListState<(typeof names)[number]>>;

function Bring({ open }: { open: (id: number) => void }) {
  const accounts = useCall(treasuryCalls.listAccounts, {}, { quiet: true });
  const [account, setAccount] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const read = useAction(statementCalls.readStatement, { inPlace: true, quiet: true, done: ({ id }) => open(id) });
  const choices = (accounts.data?.results ?? []).filter(({ active, rail }) => active && rail !== 'cash');
  const chosen = account || String(choices[0]?.id ?? '');
  const bring = async () => {
    if (file) read.mutate({ account_id: Number(chosen), name: file.name, csv: await file.text() });
  };
  return (
    <Panel title={m.payments_import_title()}>
      <div className={classes.form}>
        <p className={classes.quiet}>{m.payments_import_text()}</p>
        {accounts.data?.held && (
          <Note tone="guard">
            {accounts.data.held.paybill ? m.payments_import_held({ paybill: accounts.data.held.paybill }) : m.payments_import_held_plain()}
          </Note>
        )}
        {read.problem && <Note tone="bad">{read.problem}</Note>}
        {accounts.data && choices.length === 0 ? (
          <Note>{m.payments_import_no_account()}</Note>
        ) : (
          <>
            <NativeSelect
              label={m.payments_import_account()}
              value={chosen}
              onChange={(event) => setAccount(event.currentTarget.value)}
              data={choices.map(({ id, name, number }) => ({ value: String(id), label: `${name} (${number})` }))}
            />
            <FileInput
              label={m.payments_import_file()}
              placeholder={m.payments_field_choose()}
              description={m.payments_import_help()}
              accept=".csv,.txt,text/csv,text/plain"
              value={file}
              onChange={setFile}
              clearable
              clearButtonProps={{ 'aria-label': m.paper_file_clear() }}
            />
            <div>
              <Button disabled={!file || !chosen} loading={read.isPending} onClick={() => void bring()}>
                {m.payments_import_read()}
              </Button>
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}

function Brought({ list }: { list: List }) {
  const answer = useCall(statementCalls.listStatements, { page: list.page, page_size: list.pageSize });
  if (!answer.data) return <LoadingState answer={answer} rows={4} />;
  if (answer.data.count === 0) return null;
  return (
    <Panel title={m.payments_import_before()} pad={false}>
      <PanelRows>
        {answer.data.results.map((one) => (
          <AppLink key={one.id} href={list.hrefWith({ statement: one.id })}>
            <span className={classes.grow}>
              <b>{one.first_day && one.last_day ? `${formatDate(one.first_day)} – ${formatDate(one.last_day)}` : one.name}</b>
              <small>{[one.account.name, one.by, formatDateTime(one.created_at)].filter(Boolean).join(' · ')}</small>
              <small>{m.payments_import_counts({ count: one.lines, sum: formatKes(one.new_cents) })}</small>
            </span>
            <span className={classes.end}>
              <ToneBadge tone={tones[one.status]}>{statementStateNames[one.status]()}</ToneBadge>
            </span>
          </AppLink>
        ))}
      </PanelRows>
      <ListFooter list={list} count={answer.data.count} />
    </Panel>
  );
}
