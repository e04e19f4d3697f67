import { Button } from '@mantine/core';
import { isAllowed } from '#contract/access/grants.ts';
import { type LedgerCheckRun, ledgerCalls } from '#contract/ledger/calls.ts';
import { getLedgerCheckLabel, getLedgerCheckStopReason } from '#contract/ledger/check-names.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { IconShieldCheck } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './ledger.module.css';

const newest: ListSort = { by: 'id', desc: true };
const Result = ({ of }: { of: LedgerCheckRun }) =>
  of.ok ? (
    <ToneBadge tone="good">{m.ledger_proof_ok()}</ToneBadge>
  ) : (
    <ToneBadge tone="bad">{m.ledger_proof_failed({ count: of.failed.length })}</ToneBadge>
  );
const scopeText = ({ scope }: LedgerCheckRun) => (scope === 'all' ? m.ledger_proof_scope_all() : m.ledger_proof_scope_changed());

const columns = (): readonly TableColumn<LedgerCheckRun>[] => [
  { key: 'at', header: m.ledger_proof_at(), cell: (p) => <TwoLineCell top={formatDateTime(p.at)} bottom={p.by ?? m.ledger_fact_system()} /> },
  { key: 'scope', header: m.ledger_proof_scope(), cell: scopeText },
  { key: 'result', header: m.ledger_proof_result(), cell: (p) => <Result of={p} /> },
  { key: 'took', header: m.ledger_proof_took(), align: 'right', cell: (p) => m.ledger_proof_ms({ count: p.ms }) },
];

/** The runs of the ledger checks, their failures, and a list of all checks. */
export function LedgerChecks() {
  const { visitor } = useApp();
  const list = useListState([], newest);
  const proofs = useCall(ledgerCalls.listChecks, { page: list.page, page_size: list.pageSize });
  const prove = useAction(ledgerCalls.runChecks, { said: ({ ok }) => (ok ? m.ledger_proof_done() : m.ledger_event_proof_failed_heading()) });
  const last = proofs.data?.results[0];
  const silentOf = (name: string) => {
    const one = proofs.data?.silent.find(({ proof }) => proof === name);
    return one && <b>{m.ledger_proof_silent({ what: one.what })}</b>;
  };
  const button = isAllowed(ledgerCalls.runChecks.needs, visitor) && (
    <Button leftSection={<IconShieldCheck size={16} aria-hidden />} loading={prove.isPending} onClick={() => prove.mutate({})}>
      {m.ledger_proof_prove()}
    </Button>
  );
  return (
    <div className={classes.stack}>
      <div>{button}</div>
      {proofs.data?.stopped && <Note tone="bad">{proofs.data.stopped}</Note>}
      {last?.ok && list.page === 1 && <OpenPoints of={proofs.data} />}
      {last && !last.ok && list.page === 1 && <Failed of={last} />}
      <div className={classes.cols}>
        <DataTable
          caption={m.ledger_tab_proofs()}
          columns={columns()}
          rows={proofs.data?.results ?? []}
          rowKey={(p) => String(p.id)}
          state={proofs.isPending ? 'loading' : proofs.isPlaceholderData ? 'refetching' : 'ready'}
          loadingLabel={m.shell_loading()}
          error={proofs.isError && !proofs.data ? <LoadingState answer={proofs} /> : undefined}
          empty={<StateBlock title={m.ledger_proof_empty_title()} text={m.ledger_proof_empty_text()} />}
          mobile={(p) => (
            <MobileRow
              name={formatDateTime(p.at)}
              amount={<Result of={p} />}
              meta={scopeText(p)}
              metaEnd={m.ledger_proof_ms({ count: p.ms })}
              when={p.by ?? ''}
            />
          )}
          footer={<ListFooter list={list} count={proofs.data?.count ?? 0} />}
        />
        <Panel title={m.ledger_proof_what()}>
          <ul className={classes.failed}>
            {(proofs.data?.names ?? []).map((name) => (
              <li key={name}>
                {getLedgerCheckLabel(name)}. <small>{getLedgerCheckStopReason(name)}</small> {silentOf(name)}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  );
}

/** What the passed checks do not prove: accounts without a bank balance, and deposits that are still in the client account. */
const OpenPoints = ({ of }: { of: { silent: readonly { what: string }[]; notes: readonly { text: string }[] } | undefined }) => (
  <>
    {of?.silent.map(({ what }) => (
      <Note key={what} tone="guard">
        {m.ledger_proof_silent({ what })}
      </Note>
    ))}
    {of?.notes.map(({ text }) => (
      <Note key={text} tone="guard">
        {text}
      </Note>
    ))}
  </>
);
const Failed = ({ of }: { of: LedgerCheckRun }) => (
  <Panel title={m.ledger_proof_failed({ count: of.failed.length })}>
    <ul className={classes.failed}>
      {of.failed.map(({ proof, example }) => (
        <li key={proof}>
          {example
            ? m.ledger_proof_example({
                proof: getLedgerCheckLabel(proof),
                what: example.what,
                expected: formatKes(example.expected, true),
                found: formatKes(example.found, true),
              })
            : getLedgerCheckLabel(proof)}
        </li>
      ))}
    </ul>
  </Panel>
);
