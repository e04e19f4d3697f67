import { ActionIcon, Button, Progress } from '@mantine/core';
import { useApp } from '#web/layout/app.tsx';
import { computeWholePercent } from '#web/ui/format.ts';
import { IconCircleCheck, IconRefresh, IconX } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './media.module.css';
import type { Uploader, UploadTask, UploadTaskState } from './uploader.ts';
import { formatUploadProblem } from './words.ts';

const stateNames: Readonly<Record<Exclude<UploadTaskState, 'failed' | 'lost'>, () => string>> = {
  waiting: m.media_state_waiting,
  sending: m.media_state_sending,
  resuming: m.media_state_resuming,
  finishing: m.media_state_finishing,
  done: m.media_state_done,
};

const percentOf = ({ sent, size }: UploadTask): number => computeWholePercent(sent, size);

/** Every file with its progress, error and cancel button. */
export function UploadList({ uploader, tasks }: { uploader: Uploader; tasks: readonly UploadTask[] }) {
  if (tasks.length === 0) return null;
  const done = tasks.filter((task) => task.state === 'done').length;
  return (
    <section className={classes.uploads} aria-label={m.media_uploads()}>
      <div className={classes.uploadsHead}>
        <b aria-live="polite">{m.media_uploads_count({ done, count: tasks.length })}</b>
        {done > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={uploader.clear}>
            {m.media_uploads_clear()}
          </Button>
        )}
      </div>
      <ul className={classes.tasks}>
        {tasks.map((task) => (
          <TaskRow key={task.key} task={task} uploader={uploader} />
        ))}
      </ul>
    </section>
  );
}

function TaskRow({ task, uploader }: { task: UploadTask; uploader: Uploader }) {
  const { word } = useApp();
  const failed = task.state === 'failed';
  const percent = percentOf(task);
  return (
    <li className={classes.task} data-failed={failed || undefined}>
      <div className={classes.taskWords}>
        <span className={classes.fileName}>{task.name}</span>
        <small role={failed ? 'alert' : undefined}>
          {task.state === 'failed'
            ? formatUploadProblem(task.problem, word)
            : task.state === 'sending'
              ? m.media_percent({ percent })
              : task.state === 'lost'
                ? m.media_state_lost({ percent })
                : stateNames[task.state]()}
        </small>
      </div>
      <div className={classes.taskActs}>
        {task.state === 'done' && <IconCircleCheck size={18} className={classes.good} aria-hidden />}
        {failed && (
          <ActionIcon variant="subtle" aria-label={m.media_retry({ name: task.name })} onClick={() => uploader.retry(task.key)} size="lg">
            <IconRefresh size={18} aria-hidden />
          </ActionIcon>
        )}
        {task.state !== 'done' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={failed ? m.media_dismiss({ name: task.name }) : m.media_stop({ name: task.name })}
            onClick={() => uploader.drop(task.key)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {!failed && task.state !== 'done' && (
        <Progress
          className={classes.bar ?? ''}
          value={percent}
          size="sm"
          aria-label={m.media_progress({ name: task.name })}
          animated={task.state === 'finishing'}
        />
      )}
    </li>
  );
}
