import { Button } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { callbackChannels, inboundEventStates } from '#contract/collection/kinds.ts';
import type { InboundEvent } from '#contract/collection/shapes.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { callbackChannelNames, formatInboundEventResult, inboundEventStateNames } from '#web/collection/words.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { PlainModal } from '#web/ui/dash/overlay/plain-modal.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { type StatusTone, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

const names = ['q', 'state', 'channel', 'account_id', 'day_from', 'day_to', 'arrival'] as const;
const newest = { by: 'seen_at', desc: true } as const;
const tones: Readonly<Record<InboundEvent['state'], StatusTone>> = { new: 'wait', unrouted: 'bad', done: 'done' };
const State = ({ of }: { of: InboundEvent }) => <ToneBadge tone={tones[of.state]}>{inboundEventStateNames[of.state]()}</ToneBadge>;

const typedText = ({ channel, typed }: InboundEvent): string => (channel === 'check' && typed ? m.payments_typed({ text: typed }) : '');
const columns = (): readonly TableColumn<InboundEvent>[] => [
  {
    key: 'what',
    header: m.payments_arrival_what(),
    cell: (a) => <TwoLineCell top={callbackChannelNames[a.channel]()} bottom={typedText(a) || (a.external ?? a.account?.name ?? '')} />,
  },
  { key: 'state', header: m.payments_column_status(), cell: (a) => <State of={a} /> },
  { key: 'result', header: m.payments_arrival_result(), wrap: true, cell: (a) => formatInboundEventResult(a.result) },
  { key: 'payment', header: m.payments_one(), cell: (a) => a.payment?.code ?? '' },
  { key: 'at', header: m.payments_column_when(), cell: (a) => formatDateTime(a.seen_at) },
  {
    key: 'sum',
    header: m.payments_column_sum(),
    align: 'right',
    cell: (a) => <span className="num">{a.cents === null ? '' : formatKes(a.cents)}</span>,
  },
];

/** The register of inbound events as received. They cannot be changed here, only processed again. */
export default function InboundEventRegister() {
  const list = useListState(names, newest);
  const { arrival, ...f } = list.filters;
  const answer = useCall(paymentCalls.listInboundEvents, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    z_filter: { ...f, state: f.state as InboundEvent['state'] | undefined, channel: f.channel as InboundEvent['channel'] | undefined },
  });
  return (
    <>
      <PageHeader title={m.payments_register()} sub={m.payments_register_sub()} />
      <ListPage
        caption={m.payments_register()}
        list={list}
        answer={answer}
        columns={columns()}
        rowHref={(a) => list.hrefWith({ arrival: a.id })}
        mobile={(a) => (
          <MobileRow
            name={callbackChannelNames[a.channel]()}
            amount={a.cents === null ? '' : formatKes(a.cents)}
            meta={[typedText(a), formatInboundEventResult(a.result) || (a.external ?? '')].filter(Boolean).join(' · ')}
            badge={<State of={a} />}
            when={formatDateTime(a.seen_at)}
          />
        )}
        states={{
          field: 'state',
          label: m.payments_column_status(),
          options: inboundEventStates.map((value) => ({ value, label: inboundEventStateNames[value]() })),
        }}
        search={{
          value: list.filters.q ?? '',
          set: (text) => list.setFilter('q', text),
          label: m.payments_search(),
          hint: m.payments_arrival_hint(),
        }}
        filters={[
          makeChoiceFilter(
            'channel',
            m.payments_arrival_what(),
            m.payments_any(),
            callbackChannels.map((value) => ({ value, label: callbackChannelNames[value]() })),
            list.filters.channel,
            (v) => list.setFilter('channel', v),
          ),
          makeDateRangeFilter(list, 'day_from', 'day_to', m.payments_column_when()),
        ]}
        counted={(count) => m.payments_arrivals_count({ count })}
        empty={<StateBlock title={m.payments_arrivals_none_title()} text={m.payments_arrivals_none()} />}
        filteredText={m.payments_filtered_text()}
      />
      <PlainModal
        opened={arrival !== undefined}
        onClose={() => list.setFilter('arrival', null)}
        title={m.payments_arrival()}
        size="lg"
        closeButtonProps={{ 'aria-label': m.shell_close() }}
      >
        {arrival && <One id={Number(arrival)} />}
      </PlainModal>
    </>
  );
}

function One({ id }: { id: number }) {
  const { visitor } = useApp();
  const { layout, link } = useDashboard();
  const [asked, ask] = useState(false);
  const found = useCall(paymentCalls.inboundEventDetails, { id }, { quiet: true });
  const again = useAction(paymentCalls.replayInboundEvent, { inPlace: true, said: () => m.payments_said_replayed(), done: () => ask(true) });
  const a = found.data;
  if (!a) return <LoadingState answer={found} rows={4} />;
  return (
    <div className={classes.stack}>
      <DefinitionList
        items={[
          { label: m.payments_arrival_what(), value: callbackChannelNames[a.channel]() },
          { label: m.payments_column_status(), value: <State of={a} /> },
          { label: m.payments_column_when(), value: formatDateTime(a.seen_at) },
          { label: m.payments_arrival_from(), value: m.payments_arrival_times({ address: a.from_address, count: a.times }) },
          ...(a.account ? [{ label: m.payments_field_came_to(), value: a.account.name }] : []),
          ...(a.typed ? [{ label: m.payments_field_account(), value: a.typed }] : []),
          ...(a.cents === null ? [] : [{ label: m.payments_column_sum(), value: formatKes(a.cents) }]),
          ...(a.result ? [{ label: m.payments_arrival_result(), value: formatInboundEventResult(a.result) }] : []),
          ...(a.payment
            ? [
                {
                  label: m.payments_one(),
                  value:
                    layout === 'subadmin' ? (
                      a.payment.code
                    ) : (
                      <AppLink href={link('payment.financeOne', { id: a.payment.id, code: a.payment.code })}>{a.payment.code}</AppLink>
                    ),
                },
              ]
            : []),
        ]}
      />
      <pre className={classes.body}>{a.body}</pre>
      {again.problem && <p role="alert">{again.problem}</p>}
      {isAllowed(paymentCalls.replayInboundEvent.needs, visitor) && (
        <div>
          <Button variant="default" disabled={asked} loading={again.isPending} onClick={() => again.mutate({ id })}>
            {m.payments_arrival_again()}
          </Button>
        </div>
      )}
    </div>
  );
}
