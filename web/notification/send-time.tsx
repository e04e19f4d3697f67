import { NativeSelect, Switch } from '@mantine/core';
import { type NotificationSettings, notificationCalls } from '#contract/notification/calls.ts';
import { type NotificationDigestMode, notificationDigestModes } from '#contract/notification/events.ts';
import { digestModeLabels } from '#contract/notification/labels.ts';
import { useAction } from '#web/client/use-call.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './notification.module.css';

/** The default when quiet hours are switched on again. */
const usual = { from: 21, to: 7 };
const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** The date is irrelevant, since only the hour is shown; times are in Nairobi. */
const hourName = (hour: number) => formatTime(`2026-01-01T${String(hour).padStart(2, '0')}:00:00+03:00`);

/** Quiet hours and summaries; each choice saves at once. */
export function QuietHoursSettings({ settings, mayChange, phone }: { settings: NotificationSettings; mayChange: boolean; phone: boolean }) {
  const change = useAction(notificationCalls.changeSettings, { said: () => m.said_kept() });
  const shown = change.isPending ? { ...settings, ...change.variables } : settings;
  const { quiet } = shown;
  const options = (other: number | undefined) =>
    hours.filter((hour) => hour !== other).map((hour) => ({ value: String(hour), label: hourName(hour) }));
  return (
    <div className={classes.gap}>
      <Panel title={m.notification_when_title()}>
        <div className={classes.when}>
          <Switch
            label={m.notification_quiet_on()}
            description={m.notification_quiet_help()}
            checked={quiet !== null && quiet !== undefined}
            disabled={!mayChange || !phone}
            onChange={(event) => change.mutate({ quiet: event.currentTarget.checked ? usual : null })}
          />
          {quiet && (
            <div className={classes.hours}>
              <NativeSelect
                label={m.notification_quiet_from()}
                data={options(quiet.to)}
                value={String(quiet.from)}
                disabled={!mayChange || !phone}
                onChange={(event) => change.mutate({ quiet: { ...quiet, from: Number(event.currentTarget.value) } })}
              />
              <NativeSelect
                label={m.notification_quiet_to()}
                data={options(quiet.from)}
                value={String(quiet.to)}
                disabled={!mayChange || !phone}
                onChange={(event) => change.mutate({ quiet: { ...quiet, to: Number(event.currentTarget.value) } })}
              />
            </div>
          )}
          <NativeSelect
            label={m.notification_digest()}
            description={m.notification_digest_help()}
            data={notificationDigestModes.map((value) => ({ value, label: digestModeLabels[value]() }))}
            value={shown.digest}
            disabled={!mayChange}
            onChange={(event) => change.mutate({ digest: event.currentTarget.value as NotificationDigestMode })}
          />
        </div>
      </Panel>
    </div>
  );
}
