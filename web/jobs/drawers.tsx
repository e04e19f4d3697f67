import { Button, Drawer, Group } from '@mantine/core';
import { type DeadLetterJob, type JobQueue, jobsCalls } from '#contract/jobs/calls.ts';
import { getErrorSentence } from '#web/client/errors.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { DefinitionList, type FactItem } from '#web/ui/dash/facts.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { IconPlayerPlay, IconRefresh } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './jobs.module.css';
import { buildRunNowMessage, describeJobState, formatJobAttempts, formatJobSchedule, getJobName } from './words.ts';

const fact = (label: string, value: FactItem['value'] | null): FactItem[] => (value === null || value === '' ? [] : [{ label, value }]);

/** One queue in a drawer beside the list, with its actions. */
export function JobQueueDrawer({ queue, onClose }: { queue: JobQueue | null; onClose: () => void }) {
  return (
    <Drawer
      opened={queue !== null}
      onClose={onClose}
      position="right"
      size={480}
      title={queue ? getJobName(queue.name) : ''}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
    >
      {queue && <QueueFacts key={queue.name} queue={queue} onClose={onClose} />}
    </Drawer>
  );
}

function QueueFacts({ queue, onClose }: { queue: JobQueue; onClose: () => void }) {
  const { word } = useApp();
  const run = useAction(jobsCalls.run, {
    quiet: true,
    done: (answer) => {
      showToast(buildRunNowMessage(answer, word));
      onClose();
    },
  });
  const dry = useCall(jobsCalls.dryRun, { name: queue.name }, { enabled: false });
  const { tone, label } = describeJobState(queue);
  return (
    <div className={classes.entry}>
      <DefinitionList
        items={[
          { label: m.jobs_column_state(), value: <ToneBadge tone={tone}>{label}</ToneBadge> },
          { label: m.jobs_column_when(), value: formatJobSchedule(queue.cron) },
          { label: m.jobs_column_waiting(), value: queue.waiting },
          { label: m.jobs_column_active(), value: queue.active },
          { label: m.jobs_column_last(), value: queue.last_run ? formatDateTime(queue.last_run) : m.jobs_never() },
          ...fact(m.jobs_column_next(), queue.next_run && formatDateTime(queue.next_run)),
          ...fact(m.jobs_column_problem(), queue.last_problem),
          ...fact(
            m.jobs_dry_result(),
            dry.isError ? getErrorSentence(dry.error) || String(dry.error) : dry.data ? m.jobs_dry_records({ count: dry.data.records }) : null,
          ),
        ]}
      />
      {queue.cron !== null && (
        <Group gap={8}>
          <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} loading={run.isPending} onClick={() => run.mutate({ name: queue.name })}>
            {m.jobs_run()}
          </Button>
          {queue.dry_run && (
            <Button variant="default" loading={dry.isFetching} onClick={() => void dry.refetch()}>
              {m.jobs_dry()}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}

/** One job that failed permanently: reason, payload and actions. */
export function DeadJobDrawer({ dead, onClose }: { dead: DeadLetterJob | null; onClose: () => void }) {
  return (
    <Drawer
      opened={dead !== null}
      onClose={onClose}
      position="right"
      size={480}
      title={dead ? getJobName(dead.queue) : ''}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
    >
      {dead && <DeadFacts key={dead.id} dead={dead} onClose={onClose} />}
    </Drawer>
  );
}

function DeadFacts({ dead, onClose }: { dead: DeadLetterJob; onClose: () => void }) {
  const again = useAction(jobsCalls.runAgain, { said: () => m.said_queued({ name: getJobName(dead.queue) }), done: onClose });
  const dismiss = useAction(jobsCalls.dismiss, { said: () => m.said_dismissed({ name: getJobName(dead.queue) }), done: onClose });
  return (
    <div className={classes.entry}>
      <DefinitionList
        items={[
          { label: m.jobs_column_problem(), value: dead.problem },
          { label: m.jobs_column_attempts(), value: formatJobAttempts(dead) },
          { label: m.jobs_column_promised(), value: formatDateTime(dead.promised_at) },
          { label: m.jobs_column_died(), value: formatDateTime(dead.died_at) },
          ...fact(m.jobs_column_payload(), dead.payload && <pre className={classes.payload}>{dead.payload}</pre>),
        ]}
      />
      <Group gap={8}>
        <Button leftSection={<IconRefresh size={16} aria-hidden />} loading={again.isPending} onClick={() => again.mutate({ id: dead.id })}>
          {m.jobs_run_again()}
        </Button>
        <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate({ id: dead.id })}>
          {m.jobs_dismiss()}
        </Button>
      </Group>
    </div>
  );
}
