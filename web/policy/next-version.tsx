import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { type NextPolicyVersion, type PolicyDetails, policyCalls } from '#contract/policy/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { DiffView } from '#web/ui/dash/diff-view.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './policy.module.css';

type Given = { policy: PolicyDetails; next: NextPolicyVersion };

/** The draft beside the version in force: its changes, and the action to publish it. */
export function NextVersionPanel({ policy, next, edit }: Given & { edit: () => void }) {
  const { visitor } = useApp();
  const [asked, setAsked] = useState<'publish' | 'drop' | null>(null);
  const close = () => setAsked(null);
  const drop = useAction(policyCalls.dropNext, { said: () => m.said_draft_dropped({ name: policy.title, version: next.version }), done: close });
  const labels = { added: m.policy_compare_added(), removed: m.policy_compare_removed(), same: m.policy_compare_same() };
  return (
    <div className={classes.stack}>
      <Panel title={m.policy_next_title({ version: next.version })}>
        <div className={classes.stack}>
          <p className={classes.summary}>{m.policy_next_text({ version: policy.version })}</p>
          {next.title !== policy.title && <DiffView before={policy.title} after={next.title} labels={labels} />}
          <DiffView before={policy.body} after={next.body} format="html" labels={labels} />
          {next.title_sw !== policy.title_sw && (
            <div lang="sw">
              <DiffView before={policy.title_sw} after={next.title_sw} labels={labels} />
            </div>
          )}
          {next.body_sw !== policy.body_sw && (
            <div lang="sw">
              <DiffView before={policy.body_sw} after={next.body_sw} format="html" labels={labels} />
            </div>
          )}
          {isAllowed(policyCalls.publishNext.needs, visitor) && (
            <div className={classes.acts}>
              <Button onClick={() => setAsked('publish')}>{m.policy_next_publish({ version: next.version })}</Button>
              <Button variant="default" onClick={edit}>
                {m.policy_next_edit()}
              </Button>
              <Button variant="default" onClick={() => setAsked('drop')}>
                {m.policy_next_drop()}
              </Button>
            </div>
          )}
        </div>
      </Panel>
      <PublishDrawer policy={policy} next={next} opened={asked === 'publish'} close={close} />
      <ConfirmModal
        opened={asked === 'drop'}
        onClose={close}
        title={m.policy_next_drop_title({ version: next.version })}
        confirmLabel={m.policy_next_drop()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        danger
        loading={drop.isPending}
        onConfirm={() => drop.mutate({ id: policy.id })}
      >
        {m.policy_next_drop_text({ version: policy.version })}
      </ConfirmModal>
    </div>
  );
}

/** A sentence for readers about the changes, and the date they take effect. */
function PublishDrawer({ policy, next, opened, close }: Given & { opened: boolean; close: () => void }) {
  const today = clock.today();
  const earliest = policy.announced && policy.announced.effective_from > today ? policy.announced.effective_from : today;
  const form = useForm(policyCalls.publishNext, {
    id: 'publish-policy',
    blank: () => ({
      summary: next.summary,
      summary_sw: next.summary_sw,
      effective_from: next.effective_from > earliest ? next.effective_from : earliest,
    }),
    given: (values) => ({ id: policy.id, revision: policy.revision, ...values }),
    says: { summary: m.policy_next_need_summary, effective_from: m.policy_need_effective_from },
    done: close,
  });
  return (
    <FormDrawer
      opened={opened}
      onClose={close}
      title={m.policy_next_publish({ version: next.version })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.policy_next_publish({ version: next.version })} />}
    >
      <Textarea {...form.text('summary')} label={m.policy_next_summary()} maxLength={500} rows={3} />
      <Textarea {...form.text('summary_sw')} lang="sw" label={`${m.policy_next_summary_sw()} ${m.shell_optional()}`} maxLength={500} rows={3} />
      <TextInput {...form.text('effective_from')} type="date" min={earliest} label={m.policy_next_day()} />
      {next.body !== policy.body && policy.body_sw !== '' && next.body_sw === policy.body_sw && <Note tone="guard">{m.policy_next_same_sw()}</Note>}
      {form.values.effective_from <= today && <Note tone="guard">{m.policy_next_today()}</Note>}
      <Note>
        {m.policy_next_publish_text()}
        {policy.requires_consent && ` ${m.policy_next_publish_consent()}`}
      </Note>
    </FormDrawer>
  );
}
