import { useState } from 'react';
import { useParams } from 'react-router';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { payoutRailLabels } from '#contract/settlement/labels.ts';
import type { TransferDetails } from '#contract/settlement/shapes.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { TransferStatusBadge } from './parts.tsx';
import { ReturnedPayoutDialog } from './returned-dialog.tsx';

/** One attempt, with the answer of the rail. */
export default function TransferDetail() {
  const { id } = useParams();
  const found = useCall(settlementCalls.transferDetails, { id: parseAddressId(id) });
  useScreenTitle(found.data?.code);
  return found.data ? <Loaded one={found.data} /> : <LoadingState answer={found} />;
}

function Loaded({ one }: { one: TransferDetails }) {
  const { link } = useDashboard();
  const [asking, ask] = useState(false);
  const at = (moment: string | null) => (moment ? formatDateTime(moment) : '');
  return (
    <>
      <PageHeader
        title={one.company.name}
        crumbs={[{ label: m.screens_settlement_transfers(), href: link('settlement.transfers') }, { label: one.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<TransferStatusBadge of={one.status} />}
        sub={`${formatKes(one.cents)} · ${payoutRailLabels[one.rail]()} •••${one.tail}`}
        actions={
          one.status === 'confirmed' &&
          !one.back_said?.own && (
            <MoreMenu label={m.shell_more()} items={[{ label: m.settlement_came_back(), danger: true, onClick: () => ask(true) }]} />
          )
        }
      />
      {one.status === 'unknown' && <Note>{one.rail === 'bank' ? m.settlement_unknown_bank() : m.settlement_unknown_note()}</Note>}
      {one.status === 'confirmed' && one.back_said && <Note>{m.settlement_back_waits({ who: one.back_said.by })}</Note>}
      <Panel title={m.settlement_transfers()}>
        <DefinitionList
          items={[
            {
              label: m.screens_settlement_payment(),
              value: <AppLink href={link('settlement.payment', { id: one.settlement.id, code: one.settlement.code })}>{one.settlement.code}</AppLink>,
            },
            { label: m.settlement_column_attempt(), value: one.attempt },
            { label: m.settlement_key(), value: one.key },
            { label: m.settlement_column_reference(), value: one.external_id ?? '' },
            { label: m.settlement_part_fee(), value: formatKes(one.fee_cents) },
            { label: m.settlement_sent_at(), value: at(one.sent_at) },
            { label: m.settlement_settled_at(), value: at(one.settled_at) },
            { label: m.settlement_said(), value: [one.result_code, one.result_text].filter(Boolean).join(': ') },
            { label: m.settlement_asked(), value: m.settlement_asked_times({ count: one.asked }) },
            ...(one.ask_at ? [{ label: m.settlement_next_ask(), value: at(one.ask_at) }] : []),
            ...(one.error
              ? [
                  {
                    label: m.screens_settlement_error(),
                    value: <AppLink href={link('settlement.error', { id: one.error.id, code: one.error.code })}>{one.error.code}</AppLink>,
                  },
                ]
              : []),
          ]}
        />
      </Panel>
      {asking && <ReturnedPayoutDialog of={one} said={one.back_said?.by} close={() => ask(false)} />}
    </>
  );
}
