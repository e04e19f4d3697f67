import { Button, Checkbox, NativeSelect, Progress, Textarea } from '@mantine/core';
import { useState } from 'react';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import { type LineFate, lineFates, type StatementColumn, statementColumns, workedStates } from '#contract/bank-statement/kinds.ts';
import type { StatementFull, StatementLine } from '#contract/bank-statement/shapes.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { useAgain } from '#web/client/use-again.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { MoneyDrawer } from '#web/collection/drawn.tsx';
import { useDetail } from '#web/collection/use-detail.ts';
import { columnNames, fateNames, statementNames } from '#web/collection/words.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { type Column, DataTable, MobileRow, TwoLines } from '#web/ui/dash/table/data-table.tsx';
import { count, date, kes, percent } from '#web/ui/format.ts';
import { A } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { type Tone, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { canTake, taking } from './taking.ts';

const none = [] as const;
const inOrder = { by: 'n', desc: false } as const;
const tones: Readonly<Record<LineFate, Tone>> = { new: 'good', known: 'done', out: 'neutral', reversal: 'bad', ignored: 'neutral', wrong: 'warn' };
const Fate = ({ of }: { of: LineFate }) => <ToneBadge tone={tones[of]}>{fateNames[of]()}</ToneBadge>;

/** Where it went; before that what a rule says, or whom it fits: sure, or perhaps. */
const Whose = ({ of: { payment, tenancy, guess, own } }: { of: StatementLine }) =>
  own ? (
    m.payments_line_own()
  ) : payment || tenancy || !guess ? (
    (payment?.code ?? tenancy?.code ?? '')
  ) : (
    <TwoLines top={guess.sure ? guess.name : m.payments_guess_maybe({ name: guess.name })} bottom={guess.code} />
  );

const columns = (): readonly Column<StatementLine>[] => [
  { key: 'day', header: m.payments_col_day(), cell: (l) => (l.day ? date(l.day) : '') },
  { key: 'text', header: m.payments_col_details(), wrap: true, cell: (l) => <TwoLines top={l.payer || l.details} bottom={l.reference} /> },
  { key: 'fate', header: m.payments_statement_fate(), cell: (l) => <Fate of={l.fate} /> },
  { key: 'whose', header: m.payments_whose(), cell: (l) => <Whose of={l} /> },
  { key: 'sum', header: m.payments_column_sum(), align: 'right', cell: (l) => <span className="num">{l.cents === null ? '' : kes(l.cents)}</span> },
];

/** What a statement would come to, or came to, line by line. Nothing is booked before it is taken over; all of it can be taken back. */
export function OneStatement({ id, back }: { id: number; back: string }) {
  const detail = useDetail();
  const list = useListState(none, inOrder);
  const [asked, ask] = useState<'take' | 'undo' | null>(null);
  const found = useCall(statementCalls.statement, { id });
  const lines = useCall(statementCalls.statementLines, { id, page: list.page, page_size: list.pageSize });
  const one = found.data;
  useAgain([statementCalls.statement, statementCalls.statementLines], one !== undefined && isWorked(one) && one.problem === null);
  if (!one) return <Waiting answer={found} />;
  const close = () => ask(null);
  return (
    <div className={classes.stack}>
      <p className={classes.back} data-always>
        <A href={back}>{m.payments_import_back()}</A>
      </p>
      {isWorked(one) && <Going of={one} goBack={() => ask('undo')} />}
      <Panel
        title={`${one.account.name} · ${statementNames[one.status]()}`}
        right={
          <div className={classes.acts}>
            {(one.status === 'imported' || (one.status === 'importing' && one.problem !== null)) && (
              <Button variant="default" color="red" onClick={() => ask('undo')}>
                {m.payments_import_undo()}
              </Button>
            )}
            {one.status === 'read' && (
              <Button disabled={!canTake(one)} onClick={() => ask('take')}>
                {taking(one).verb}
              </Button>
            )}
          </div>
        }
      >
        <FactStrip
          items={[
            { label: m.payments_import_new(), value: kes(one.new_cents) },
            ...lineFates
              .filter((fate) => (one.fates[fate] ?? 0) > 0)
              .map((fate) => ({ label: fateNames[fate](), value: count(one.fates[fate] ?? 0) })),
          ]}
        />
        {one.status === 'read' && <Columns of={one} />}
      </Panel>
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
            amount={l.cents === null ? '' : kes(l.cents)}
            meta={l.payment || !l.guess ? l.reference : l.guess.sure ? l.guess.name : m.payments_guess_maybe({ name: l.guess.name })}
            badge={<Fate of={l.fate} />}
            when={l.day ? date(l.day) : ''}
          />
        )}
        footer={<ListFooter list={list} count={lines.data?.count ?? 0} />}
      />
      {asked === 'take' && <Take of={one} close={close} />}
      {asked === 'undo' && <Undo of={one} close={close} />}
    </div>
  );
}

const isWorked = ({ status }: Pick<StatementFull, 'status'>): boolean => workedStates.some((one) => one === status);

/** How far taking it over or back is: it goes on without this page, and a reload shows the same. */
function Going({ of: { id, status, taken, lines, problem }, goBack }: { of: StatementFull; goBack: () => void }) {
  const act = useAct(statementCalls.importStatement, { inPlace: true, quiet: true });
  const isBack = status === 'undoing';
  const done = isBack ? lines - taken : taken;
  const far = (isBack ? m.payments_import_undoing : m.payments_import_going)({ done: count(done), of: count(lines) });
  if (problem !== null)
    return (
      <Note tone="bad" title={far}>
        <p>
          {isBack
            ? m.payments_import_undo_stopped({ line: count(taken), of: count(lines) })
            : m.payments_import_stopped({ line: count(taken + 1), of: count(lines) })}
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
      <Progress value={percent(done, lines)} aria-label={far} />
    </Note>
  );
}

/** Which column is which was guessed; who knows better says so, and what would come of it is worked out anew. */
function Columns({ of }: { of: StatementFull }) {
  const act = useAct(statementCalls.columns, { inPlace: true, quiet: true });
  const set = (name: StatementColumn, at: string) => {
    const { [name]: _old, ...others } = of.columns;
    act.mutate({ id: of.id, columns: at === '' ? others : { ...others, [name]: Number(at) } });
  };
  return (
    <details className={classes.columns}>
      <summary>{m.payments_columns()}</summary>
      {act.problem && <Note tone="bad">{act.problem}</Note>}
      <div className={classes.pair}>
        {statementColumns.map((name) => (
          <NativeSelect
            key={name}
            label={columnNames[name]()}
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

function Take({ of, close }: { of: StatementFull; close: () => void }) {
  const { verb, ask, text, said } = taking(of);
  const act = useAct(statementCalls.importStatement, {
    ...{ inPlace: true, touches: [invoiceCalls], done: close },
    said: ({ status, taken, lines }) => (status === 'importing' ? m.payments_import_going({ done: count(taken), of: count(lines) }) : said),
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={ask}
      confirmLabel={verb}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id })}
    >
      {text}
    </ConfirmModal>
  );
}

function Undo({ of, close }: { of: StatementFull; close: () => void }) {
  const form = useForm(statementCalls.undoStatement, {
    blank: { reason: '', keep: false },
    given: ({ reason, keep }) => ({ id: of.id, reason: reason.trim(), keep }),
    says: { reason: m.payments_need_reason },
    touches: [invoiceCalls],
    inPlace: true,
    said: ({ status, taken, lines }) =>
      status === 'undoing' ? m.payments_import_undoing({ done: count(lines - taken), of: count(lines) }) : m.payments_said_import_undone(),
    done: close,
  });
  return (
    <MoneyDrawer form={form} close={close} title={m.payments_import_undo()} text={m.payments_import_undo_text({ sum: kes(of.new_cents) })} danger>
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
      {(form.problem || form.values.keep) && (
        <Checkbox label={m.payments_import_keep()} checked={form.values.keep} onChange={(event) => form.set('keep', event.currentTarget.checked)} />
      )}
    </MoneyDrawer>
  );
}
