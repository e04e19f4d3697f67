import { Button, FileInput, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { accountingCalls } from '#contract/accounting/calls.ts';
import { compareAccountWithBank } from '#contract/accounting/client-money.ts';
import type { AccountComparison, CertificateResult } from '#contract/accounting/kinds.ts';
import { accountComparisonLabels, balanceSourceLabels, certificateResultLabels, clientMoneyLineLabels } from '#contract/accounting/labels.ts';
import type { AccountPosition, ClientMoney, ClientMoneyCertificate } from '#contract/accounting/shapes.ts';
import { worksheetItemLabels } from '#contract/accounting/worksheet-lines.ts';
import { ledgerFundLabels } from '#contract/ledger/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, isPlausibleDay } from '#contract/time/days.ts';
import { send } from '#web/client/client.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { OpenPdfButton } from '#web/forms/download-buttons.tsx';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { MoneyLines } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { type StatusTone, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './accounting.module.css';

const newest = { by: 'id', desc: true } as const;
const columns = (): readonly TableColumn<ClientMoneyCertificate>[] => [
  {
    key: 'code',
    header: m.accounting_certificate(),
    wrap: true,
    cell: (c) => <TwoLineCell top={c.code} bottom={<span className={classes.hash}>{c.sha256}</span>} />,
  },
  { key: 'day', header: m.accounting_day(), cell: (c) => formatDate(c.day) },
  { key: 'made', header: m.accounting_made(), cell: (c) => <TwoLineCell top={c.made_by ?? ''} bottom={formatDateTime(c.made_at)} /> },
  { key: 'held', header: m.accounting_held(), align: 'right', cell: (c) => formatKes(c.held_cents, true) },
  { key: 'agrees', header: m.accounting_status(), cell: (c) => <Agreement of={c} /> },
  { key: 'pdf', header: '', align: 'right', cell: (c) => <Pdf of={c} /> },
];
const resultTones: Readonly<Record<CertificateResult, StatusTone>> = { agrees: 'good', differs: 'bad', no_balance: 'wait' };
const comparisonTones: Readonly<Record<AccountComparison, StatusTone>> = { ...resultTones, outdated: 'wait', unused: 'neutral' };
const Agreement = ({ of: { result } }: { readonly of: ClientMoneyCertificate }) => (
  <ToneBadge tone={resultTones[result]}>{certificateResultLabels[result]()}</ToneBadge>
);
const Pdf = ({ of }: { readonly of: ClientMoneyCertificate }) => (
  <OpenPdfButton
    label={m.accounting_open_pdf({ code: of.code })}
    address={async () => (await send(accountingCalls.certificatePdf, { id: of.id })).address}
  />
);

/** The client money at the end of a day, its certificates, and whether a PDF is an unchanged copy of one. */
export function CertificatesTab() {
  const { visitor } = useApp();
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState<string | null>(null);
  const given = params.get('day');
  const day = given && isPlausibleDay(given) ? given : addDays(clock.today(), -1);
  const money = useCall(accountingCalls.clientMoney, { day });
  const make = useAction(accountingCalls.makeCertificate, { said: ({ code }) => m.accounting_said_made({ code }) });
  return (
    <div className={classes.stack}>
      <Group gap={12} align="end">
        <TextInput
          type="date"
          label={m.accounting_day()}
          max={clock.today()}
          value={typed ?? day}
          onBlur={() => setTyped(null)}
          onChange={(event) => {
            const value = event.currentTarget.value;
            setTyped(value);
            if (isPlausibleDay(value) && value <= clock.today())
              setParams({ tab: 'certificates', day: value }, { replace: true, preventScrollReset: true });
          }}
        />
        {isAllowed(accountingCalls.makeCertificate.needs, visitor) && (
          <Button loading={make.isPending} onClick={() => make.mutate({ day })}>
            {m.accounting_make()}
          </Button>
        )}
      </Group>
      {money.data ? <Money of={money.data} /> : <LoadingState answer={money} rows={6} />}
      <Verify />
      <Certificates />
    </div>
  );
}

function Money({ of: { funds, accounts } }: { readonly of: ClientMoney }) {
  const unsigned = accounts.filter((one) => one.worksheet === null && compareAccountWithBank(one) !== 'unused');
  const lines = (parts: ClientMoney['funds'][number]['held']) => parts.map(({ line, cents }) => ({ label: clientMoneyLineLabels[line](), cents }));
  return (
    <>
      {funds.map((one) => (
        <Panel key={one.fund} title={ledgerFundLabels[one.fund]()}>
          {one.difference_cents !== 0 && <Note tone="bad">{m.accounting_fund_differs({ cents: formatKes(one.difference_cents, true) })}</Note>}
          <MoneyLines exact items={lines(one.held)} total={{ label: m.accounting_held(), cents: one.held_cents }} />
          <MoneyLines exact items={lines(one.owed)} total={{ label: m.accounting_owed(), cents: one.owed_cents }} />
        </Panel>
      ))}
      {accounts.length > 0 && <Note tone="info">{m.accounting_posting_note()}</Note>}
      {accounts.map((one) => (
        <Account key={one.id} of={one} />
      ))}
      {unsigned.length > 0 && <Note tone="guard">{m.accounting_unsigned({ names: unsigned.map(({ name }) => name).join(', ') })}</Note>}
    </>
  );
}

/** An account from the ledger to the bank: both balances, and the known reasons why they differ. */
function Account({ of }: { readonly of: AccountPosition }) {
  const { bank_cents, bank_day, source, ledger_cents, difference_cents } = of;
  const compared = compareAccountWithBank(of);
  const bank = [m.accounting_bank_balance(), bank_day && formatDate(bank_day), source && balanceSourceLabels[source]()].filter(Boolean).join(', ');
  return (
    <Panel title={of.name} right={<ToneBadge tone={comparisonTones[compared]}>{accountComparisonLabels[compared]()}</ToneBadge>}>
      {compared === 'no_balance' && <Note tone="guard">{m.accounting_no_balance_note()}</Note>}
      {compared === 'outdated' && <Note tone="guard">{m.accounting_outdated_note()}</Note>}
      {compared === 'unused' && <Note tone="info">{m.accounting_unused_note()}</Note>}
      <MoneyLines
        exact
        items={[
          { label: m.accounting_ledger_balance(), cents: ledger_cents ?? 0 },
          ...of.items.map(({ key, cents }) => ({ label: worksheetItemLabels[key](), cents })),
          ...(difference_cents === null ? [] : [{ label: m.accounting_difference(), cents: difference_cents }]),
        ]}
        {...(bank_cents === null ? {} : { total: { label: bank, cents: bank_cents } })}
      />
    </Panel>
  );
}

const hashOf = async (file: File): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const said = (of: ClientMoneyCertificate) => ({ code: of.code, day: formatDate(of.day), made: formatDateTime(of.made_at) });
const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
/** Only the SHA-256 of the chosen file is sent, not the file. A printed certificate is verified by the SHA-256 of its figures. */
function Verify() {
  const [sha256, setHash] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const found = useCall(accountingCalls.listCertificates, sha256 === null ? null : { page: 1, z_filter: { sha256 } });
  const [one] = found.data?.results ?? [];
  return (
    <Panel title={m.accounting_verify()}>
      <FileInput
        className={classes.file ?? ''}
        label={m.accounting_verify_file()}
        placeholder={m.payments_field_choose()}
        accept="application/pdf"
        onChange={(file) => void (file ? hashOf(file).then(setHash) : setHash(null))}
      />
      <TextInput
        mt={12}
        label={m.accounting_verify_figures()}
        value={typed}
        error={typed === '' || isHash(typed) ? undefined : m.accounting_problem_hash()}
        onChange={(event) => {
          const text = event.currentTarget.value.trim().toLowerCase();
          setTyped(text);
          setHash(isHash(text) ? text : null);
        }}
      />
      {sha256 !== null && found.data && !found.isPlaceholderData && (
        <Note tone={one ? 'good' : 'bad'}>
          {one ? (one.sha256 === sha256 ? m.accounting_verified : m.accounting_verified_figures)(said(one)) : m.accounting_not_verified()}
        </Note>
      )}
    </Panel>
  );
}

function Certificates() {
  const list = useListState([], newest);
  const answer = useCall(accountingCalls.listCertificates, { page: list.page, page_size: list.pageSize });
  return (
    <DataTable
      caption={m.accounting_tab_certificates()}
      columns={columns()}
      rows={answer.data?.results ?? []}
      rowKey={(c) => String(c.id)}
      state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
      loadingLabel={m.shell_loading()}
      error={answer.isError && !answer.data ? <LoadingState answer={answer} /> : undefined}
      empty={<StateBlock title={m.accounting_certificates_empty_title()} text={m.accounting_certificates_empty_text()} />}
      mobile={(c) => (
        <MobileRow
          name={c.code}
          amount={formatKes(c.held_cents, true)}
          meta={c.made_by ?? ''}
          badge={<Agreement of={c} />}
          metaEnd={<Pdf of={c} />}
          when={formatDate(c.day)}
        />
      )}
      footer={<ListFooter list={list} count={answer.data?.count ?? 0} />}
    />
  );
}
