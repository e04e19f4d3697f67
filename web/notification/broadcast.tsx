import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { type BroadcastDetails, broadcastCalls } from '#contract/notification/broadcasts.ts';
import { notificationDeliveryStates } from '#contract/notification/events.ts';
import { notificationChannelLabels } from '#contract/notification/labels.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatCount, formatDateTime } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { BroadcastStatusBadge, formatBroadcastAudience, formatBroadcastChannels } from './broadcast-parts.tsx';
import classes from './notification.module.css';
import { deliveryStateNames } from './words.ts';

/** One broadcast: text, audience and delivery results. */
export function BroadcastView({ id }: { id: number }) {
  const { pathname } = useLocation();
  const one = useCall(broadcastCalls.details, { id });
  if (!one.data) return <LoadingState answer={one} />;
  return (
    <div className={classes.stack}>
      <p>
        <AppLink href={`${pathname}?tab=broadcasts`}>{m.notification_broadcast_back()}</AppLink>
      </p>
      <Loaded broadcast={one.data} />
    </div>
  );
}

function Loaded({ broadcast }: { broadcast: BroadcastDetails }) {
  const [asked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const cancel = useAction(broadcastCalls.cancel, { done: close });
  return (
    <>
      <Panel title={broadcast.heading}>
        <div className={classes.stack}>
          <p className={classes.said}>{broadcast.message}</p>
          {broadcast.message_sw !== '' && (
            <div lang="sw">
              <b>{broadcast.heading_sw}</b>
              <p className={classes.said}>{broadcast.message_sw}</p>
            </div>
          )}
          <DefinitionList
            items={[
              { label: m.notification_log_state(), value: <BroadcastStatusBadge status={broadcast.status} /> },
              { label: m.notification_send_audience(), value: formatBroadcastAudience(broadcast) },
              { label: m.notification_log_channel(), value: formatBroadcastChannels(broadcast) },
              { label: m.notification_broadcast_meant(), value: formatCount(broadcast.people) },
              { label: m.notification_broadcast_told(), value: formatCount(broadcast.told) },
              { label: m.notification_broadcast_starts(), value: formatDateTime(broadcast.starts_at) },
              { label: m.notification_broadcast_by(), value: broadcast.by ?? '' },
            ]}
          />
          {broadcast.moves.includes('cancel') && (
            <div>
              <Button variant="default" onClick={() => setAsked(true)}>
                {m.notification_broadcast_cancel()}
              </Button>
            </div>
          )}
        </div>
      </Panel>
      {broadcast.outcome.length > 0 && <Outcome broadcast={broadcast} />}
      <ConfirmModal
        opened={asked}
        onClose={close}
        title={m.notification_broadcast_cancel_title({ heading: broadcast.heading })}
        confirmLabel={m.notification_broadcast_cancel()}
        cancelLabel={m.notification_broadcast_keep()}
        closeLabel={m.shell_close()}
        danger
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate({ id: broadcast.id })}
      >
        {m.notification_broadcast_cancel_text({ when: formatDateTime(broadcast.starts_at) })}
      </ConfirmModal>
    </>
  );
}

/** Delivery results by channel; for the app also the number of readers. */
function Outcome({ broadcast: { outcome, channels, read } }: { broadcast: BroadcastDetails }) {
  const states = notificationDeliveryStates.filter((state) => outcome.some((one) => one.state === state));
  const countOf = (channel: string, state: string) => outcome.find((one) => one.channel === channel && one.state === state)?.count ?? 0;
  return (
    <Panel title={m.notification_broadcast_outcome()} pad={false}>
      <table className={classes.choices}>
        <thead>
          <tr>
            <th scope="col">{m.notification_log_channel()}</th>
            {states.map((state) => (
              <th key={state} scope="col">
                {deliveryStateNames[state].label()}
              </th>
            ))}
            <th scope="col">{m.notification_broadcast_read()}</th>
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => (
            <tr key={channel}>
              <th scope="row">{notificationChannelLabels[channel]()}</th>
              {states.map((state) => (
                <td key={state}>{formatCount(countOf(channel, state))}</td>
              ))}
              <td>{channel === 'app' ? formatCount(read) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
