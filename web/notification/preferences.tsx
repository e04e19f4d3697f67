import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { notificationCalls } from '#contract/notification/calls.ts';
import { eventChannels, eventGroupLabels } from '#contract/notification/events.ts';
import { notificationChannelLabels } from '#contract/notification/labels.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './notification.module.css';
import { QuietHoursSettings } from './send-time.tsx';
import { isSoundOn, setSoundOn } from './sound.ts';

/** Groups as rows, channels as columns; each switch saves at once. */
export function NotificationPreferences() {
  const { visitor } = useApp();
  const found = useCall(notificationCalls.preferences, {});
  const change = useAction(notificationCalls.changePreference, { said: () => m.said_kept() });
  if (found.isPending) return <Panel pad={false}>{<RowsLoading rows={5} label={m.shell_loading()} />}</Panel>;
  if (!found.data) {
    const again = <Button onClick={() => void found.refetch()}>{m.shell_try_again()}</Button>;
    return <Panel>{<StateBlock kind="error" title={m.notification_not_loaded()} text="" action={again} />}</Panel>;
  }
  const groups = [...new Set(found.data.results.map(({ group }) => group))];
  const moving = change.isPending ? change.variables : null;
  const isOn = (group: string, channel: string) =>
    moving?.group === group && moving.channel === channel
      ? moving.on
      : found.data.results.some((one) => one.group === group && one.channel === channel && one.on);
  const mayChange = isAllowed(notificationCalls.changePreference.needs, visitor);
  return (
    <>
      {!found.data.phone && (
        <div className={classes.notes}>
          <Note tone="guard">{m.notification_preferences_no_phone()}</Note>
        </div>
      )}
      <Panel title={m.notification_preferences_title()} pad={false}>
        <p className={classes.lead}>{m.notification_preferences_text()}</p>
        <table className={classes.choices}>
          <caption className="sr-only">{m.notification_preferences_title()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.notification_preferences_group()}</th>
              {eventChannels.map((channel) => (
                <th key={channel} scope="col">
                  {notificationChannelLabels[channel]()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group}>
                <th scope="row">{eventGroupLabels[group]()}</th>
                {eventChannels.map((channel) => (
                  <td key={channel}>
                    <Switch
                      aria-label={m.notification_preferences_choice({
                        group: eventGroupLabels[group](),
                        channel: notificationChannelLabels[channel](),
                      })}
                      checked={isOn(group, channel)}
                      disabled={!mayChange || (channel === 'sms' && !found.data.phone)}
                      onChange={(event) => change.mutate({ group, channel, on: event.currentTarget.checked })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
      <QuietHoursSettings settings={found.data.settings} mayChange={mayChange} phone={found.data.phone} />
      <ThisDevice />
    </>
  );
}

function ThisDevice() {
  const [on, setOn] = useState(isSoundOn);
  const test = useAction(notificationCalls.sendTest);
  const change = (next: boolean) => {
    setSoundOn(next);
    setOn(next);
  };
  return (
    <div className={classes.gap}>
      <Panel title={m.notification_this_device()}>
        <Switch
          label={m.notification_sound()}
          description={m.notification_sound_help()}
          checked={on}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        <div className={classes.test}>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate({})}>
            {m.notification_test()}
          </Button>
          <span>{m.notification_test_help()}</span>
        </div>
      </Panel>
    </div>
  );
}
