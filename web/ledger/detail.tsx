import { Link, useParams } from 'react-router';
import { type JournalDetails, ledgerCalls } from '#contract/ledger/calls.ts';
import { ledgerFundLabels } from '#contract/ledger/labels.ts';
import { getLedgerAccountLabel } from '#contract/ledger/words.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { DefinitionList, FactStrip } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './ledger.module.css';
import { useJournalSourceLink } from './source.ts';

type Entry = JournalDetails['entries'][number];
const whose = ({ company, tenancy, ref }: Entry['debit']) => [company?.name, tenancy?.code, ref].filter(Boolean).join(', ');
const Side = ({ of }: { of: Entry['debit'] }) => <TwoLineCell top={`${of.code} ${getLedgerAccountLabel(of.code)}`} bottom={whose(of)} />;

const columns = (): readonly TableColumn<Entry>[] => [
  { key: 'fund', header: m.ledger_column_fund(), cell: (e) => ledgerFundLabels[e.fund]() },
  { key: 'debit', header: m.ledger_column_debit(), wrap: true, cell: (e) => <Side of={e.debit} /> },
  { key: 'credit', header: m.ledger_column_credit(), wrap: true, cell: (e) => <Side of={e.credit} /> },
  { key: 'amount', header: m.ledger_column_amount(), align: 'right', cell: (e) => formatKes(e.cents, true) },
];

/** One journal, with a link to its source. */
export default function JournalDetail() {
  const { id, code } = useParams();
  const { link } = useDashboard();
  const sourceOf = useJournalSourceLink();
  const answer = useCall(ledgerCalls.journalDetails, { id: parseAddressId(id), ...(code ? { code } : {}) });
  const j = answer.data;
  useScreenTitle(j?.code);
  if (!j) return <LoadingState answer={answer} text={m.ledger_not_found()} />;
  const source = sourceOf(j.source.page);
  const about = `${link('ledger.list')}?source=${j.source.table}&source_id=${j.source.id}`;
  return (
    <>
      <PageHeader
        title={j.sentence}
        crumbs={[{ label: m.ledger_title(), href: link('ledger.list') }, { label: j.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={j.reversed ? <ToneBadge tone="done">{m.ledger_reversed()}</ToneBadge> : undefined}
        sub={j.company?.name}
      />
      {j.reverses && (
        <Note tone="info">
          <Link to={link('ledger.detail', j.reverses)}>{m.ledger_note_reverses({ code: j.reverses.code })}</Link>
        </Note>
      )}
      {j.reversed_by && (
        <Note tone="guard">
          <Link to={link('ledger.detail', j.reversed_by)}>{m.ledger_note_reversed({ code: j.reversed_by.code })}</Link>
        </Note>
      )}
      <FactStrip
        items={[
          { label: m.ledger_column_amount(), value: formatKes(j.cents, true) },
          { label: m.ledger_column_day(), value: formatDate(j.day) },
          { label: m.ledger_fact_value_day(), value: formatDate(j.value_day) },
          { label: m.ledger_fact_by(), value: j.by ?? m.ledger_fact_system() },
        ]}
      />
      <div className={classes.cols}>
        <Panel title={m.ledger_panel_entries()} pad={false}>
          <DataTable
            caption={m.ledger_entries_caption()}
            columns={columns()}
            rows={j.entries}
            rowKey={(e) => JSON.stringify([e.fund, e.debit, e.credit])}
            loadingLabel={m.shell_loading()}
            empty={null}
            mobile={(e) => (
              <MobileRow
                name={`${getLedgerAccountLabel(e.debit.code)} → ${getLedgerAccountLabel(e.credit.code)}`}
                amount={formatKes(e.cents, true)}
                meta={whose(e.debit) || whose(e.credit)}
                metaEnd={ledgerFundLabels[e.fund]()}
                when=""
              />
            )}
          />
        </Panel>
        <Panel title={m.ledger_panel_source()}>
          <DefinitionList
            items={[
              { label: m.ledger_fact_at(), value: formatDateTime(j.at) },
              ...(source ? [{ label: m.ledger_panel_source(), value: <Link to={source.href}>{source.name}</Link> }] : []),
              { label: m.ledger_source_others(), value: <Link to={about}>{m.ledger_source_more()}</Link> },
            ]}
          />
        </Panel>
      </div>
    </>
  );
}
