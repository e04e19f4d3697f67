import { Button, NativeSelect, Progress } from '@mantine/core';
import { useState } from 'react';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import {
  processingStatementStates,
  type StatementColumn,
  type StatementLineOutcome,
  statementColumns,
  statementLineOutcomes,
} from '#contract/bank-statement/kinds.ts';
import type { StatementDetails, StatementLine } from '#contract/bank-statement/shapes.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useRefetchWhile } from '#web/client/use-refetch-while.ts';
import classes from '#web/collection/collection.module.css';
import { usePaymentDetailLink } from '#web/collection/use-detail.ts';
import { statementColumnNames, statementLineOutcomeNames, statementStateNames } from '#web/collection/words.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { computeWholePercent, formatCount, formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { type StatusTone, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { buildStatementImportTexts, canImportStatement } from './import-actions.ts';
import { ImportApproval } from './import-approval.tsx';
import { ImportDialog, UndoImportDialog } from './statement-dialogs.tsx';

const names = ['line'] as const;
const inOrder = { by: 'n', desc: false } as const;
const tones: Readonly<Record<StatementLineOutcome, StatusTone>> = {
  new: 'good',
  known: 'done',
  out: 'neutral',
  in: 'neutral',
  reversal: 'bad',
  ignored: 'neutral',
  wrong: 'warn',
  unconfirmed: 'wait',
};
const Fate = ({ of }: { of: StatementLineOutcome }) => <ToneBadge tone={tones[of]}>{statementLineOutcomeNames[of]()}</ToneBadge>;

/** The tenancy that got the payment; before the import the tenancy of a rule or the best match, certain or possible. */
const Whose = ({ of: { payment, tenancy, guess, own } }: { of: StatementLine }) =>
  own ? (
    m.payments_line_own()
  ) : payment || tenancy || !guess ? (
    (payment?.code ?? tenancy?.code ?? '')
  ) : (
    <TwoLineCell top={guess.sure ? guess.name : m.payments_guess_maybe({ name: guess.name })} bottom={guess.code} />
  );

const columns = (): readonly TableColumn<StatementLine>[] => [
  { key: 'day', header: m.payments_col_day(), cell: (l) => (l.day ? formatDate(l.day) : '') },
  { key: 'text', header: m.payments_col_details(), wrap: true, cell: (l) => <TwoLineCell top={l.payer || l.details} bottom={l.reference} /> },
  {
    key: 'fate',
    header: m.payments_statement_fate(),
    cell: (l) => (l.probable && l.fate === 'new' ? <ToneBadge tone="warn">{m.payments_line_probable()}</ToneBadge> : <Fate of={l.fate} />),
  },
  { key: 'whose', header: m.payments_whose(), cell: (l) => <Whose of={l} /> },
  {
    key: 'sum',
    header: m.payments_column_sum(),
    align: 'right',
    cell: (l) => <span className="num">{l.cents === null ? '' : formatKes(l.cents)}</span>,
  },
];

/** The result of a statement line by line, before or after the import. Nothing is posted before the import, and the complete import can be undone. */
export function BankStatementDetail({ id, back }: { id: number; back: string }) {
  const detail = usePaymentDetailLink();
  const list = useListState(names, inOrder);
  const [asked, ask] = useState<'take' | 'undo' | null>(null);
  const line = Number(list.filters.line) || 0;
  const found = useCall(statementCalls.statementDetails, { id });
  const lines = useCall(statementCalls.statementLines, {
    id,
    page: list.page,
    page_size: list.pageSize,
    ...(line > 0 ? { n: line } : {}),
  });
  const one = found.data;
  useRefetchWhile([statementCalls.statementDetails, statementCalls.statementLines], one !== undefined && isWorked(one) && one.problem === null);
  if (!one) return <LoadingState answer={found} />;
  const close = () => ask(null);
  return (
    <div className={classes.stack}>
      <p className={classes.back} data-always>
        <AppLink href={back}>{m.payments_import_back()}</AppLink>
      </p>
      {isWorked(one) && <Going of={one} goBack={() => ask('undo')} />}
      <Panel
        title={`${one.account.name} · ${statementStateNames[one.status]()}`}
        right={
          <div className={classes.acts}>
            {(one.status === 'imported' || (one.status === 'importing' && one.problem !== null)) && !one.undo_request && (
              <Button variant="default" color="red" onClick={() => ask('undo')}>
                {one.second ? m.payments_import_undo_request() : m.payments_import_undo()}
              </Button>
            )}
            {one.status === 'read' && !one.request && (
              <Button variant="default" onClick={() => ask('undo')}>
                {m.payments_import_discard()}
              </Button>
            )}
            {one.status === 'read' && (
              <Button disabled={!canImportStatement(one)} onClick={() => ask('take')}>
                {buildStatementImportTexts(one).verb}
              </Button>
            )}
          </div>
        }
      >
        <FactStrip
          items={[
            { label: m.payments_import_new(), value: formatKes(one.new_cents) },
            ...statementLineOutcomes
              .filter((fate) => (one.fates[fate] ?? 0) > 0)
              .map((fate) => ({ label: statementLineOutcomeNames[fate](), value: formatCount(one.fates[fate] ?? 0) })),
          ]}
        />
        <ImportApproval of={one} />
        {one.status === 'read' && !one.request && <Columns of={one} />}
      </Panel>
      {line > 0 && (
        <p className={classes.back} data-always>
          {m.payments_statement_line({ n: line })} · <AppLink href={list.hrefWith({ line: null })}>{m.payments_statement_all_lines()}</AppLink>
        </p>
      )}
      <DataTable
        caption={one.name}
        columns={columns()}
        rows={lines.data?.results ?? []}
        rowKey={(l) => String(l.id)}
        rowHref={(l) => (l.payment ? detail(l.payment) : undefined)}
        state={lines.isPending ? 'loading' : lines.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.payments_statement_empty_title()} text={m.payments_statement_empty()} />}
        mobile={(l) => (
          <MobileRow
            name={l.payer || l.details}
            amount={l.cents === null ? '' : formatKes(l.cents)}
            meta={l.payment || !l.guess ? l.reference : l.guess.sure ? l.guess.name : m.payments_guess_maybe({ name: l.guess.name })}
            badge={l.probable && l.fate === 'new' ? <ToneBadge tone="warn">{m.payments_line_probable()}</ToneBadge> : <Fate of={l.fate} />}
            when={l.day ? formatDate(l.day) : ''}
          />
        )}
        footer={<ListFooter list={list} count={lines.data?.count ?? 0} />}
      />
      {asked === 'take' && <ImportDialog of={one} close={close} />}
      {asked === 'undo' && <UndoImportDialog of={one} close={close} />}
    </div>
  );
}

const isWorked = ({ status }: Pick<StatementDetails, 'status'>): boolean => processingStatementStates.some((one) => one === status);

/** The progress of an import or undo: it continues without this page, and a reload shows it again. */
function Going({ of: { id, status, taken, lines, problem }, goBack }: { of: StatementDetails; goBack: () => void }) {
  const act = useAction(statementCalls.importStatement, { inPlace: true, quiet: true });
  const isBack = status === 'undoing';
  const done = isBack ? lines - taken : taken;
  const far = (isBack ? m.payments_import_undoing : m.payments_import_going)({ done: formatCount(done), of: formatCount(lines) });
  if (problem !== null)
    return (
      <Note tone="bad" title={far}>
        <p>
          {isBack
            ? m.payments_import_undo_stopped({ line: formatCount(taken), of: formatCount(lines) })
            : m.payments_import_stopped({ line: formatCount(taken + 1), of: formatCount(lines) })}
        </p>
        {[problem, act.problem].filter(Boolean).map((said) => (
          <p key={said}>{said}</p>
        ))}
        <Button size="compact-sm" loading={act.isPending} onClick={() => (isBack ? goBack() : act.mutate({ id }))}>
          {m.payments_import_go_on()}
        </Button>
      </Note>
    );
  return (
    <Note title={far}>
      <p role="status">{isBack ? m.payments_import_undoing_text() : m.payments_import_going_text()}</p>
      <Progress value={computeWholePercent(done, lines)} aria-label={far} />
    </Note>
  );
}

/** The columns were guessed. A person can correct them, and the result is computed again. */
function Columns({ of }: { of: StatementDetails }) {
  const act = useAction(statementCalls.setColumns, { inPlace: true, quiet: true });
  const set = (name: StatementColumn, at: string) => {
    const { [name]: _old, ...others } = of.columns;
    act.mutate({ id: of.id, columns: at === '' ? others : { ...others, [name]: Number(at) } });
  };
  return (
    <details className={classes.columns}>
      <summary>{m.payments_columns()}</summary>
      {of.format && <p className={classes.quiet}>{m.payments_columns_format({ name: of.format })}</p>}
      {act.problem && <Note tone="bad">{act.problem}</Note>}
      <div className={classes.pair}>
        {statementColumns.map((name) => (
          <NativeSelect
            key={name}
            label={statementColumnNames[name]()}
            disabled={act.isPending}
            value={of.columns[name] === undefined ? '' : String(of.columns[name])}
            onChange={(event) => set(name, event.currentTarget.value)}
            data={[
              { value: '', label: m.payments_column_none() },
              ...of.head.map((label, at) => ({ value: String(at), label: label || m.payments_column_nth({ n: at + 1 }) })),
            ]}
          />
        ))}
      </div>
    </details>
  );
}
