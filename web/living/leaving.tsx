import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { LivingHome } from '#contract/living/calls.ts';
import { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { type TenancyDetails, tenancyCalls } from '#contract/tenancy/calls.ts';
import { tenancyEndKindLabels } from '#contract/tenancy/labels.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './living.module.css';

type Shown = {
  readonly of: Pick<TenancyDetails, 'id' | 'acts' | 'leaving' | 'leaving_on' | 'termination'>;
  readonly home: Pick<LivingHome, 'manager' | 'leaving_paper'>;
};

/** The notice, shown first on the page: the day, who gave it, its document, and how to object when someone else gave it. */
export function TenancyNoticePanel({ of, home: { manager, leaving_paper: paper } }: Shown) {
  const { leaving, leaving_on, termination } = of;
  if (!leaving || leaving_on === null || termination) return null;
  const { kind, given_on, reason, by, at, file } = leaving;
  return (
    <div className={classes.asks}>
      <Panel title={m.living_leaving_title()}>
        <b>{m.living_next_leave({ date: formatDate(leaving_on) })}</b>
        <p className={classes.quiet}>
          {given_on ? m.living_leaving_given({ kind: tenancyEndKindLabels[kind](), date: formatDate(given_on) }) : tenancyEndKindLabels[kind]()}
        </p>
        {reason && <p className={classes.quiet}>{m.living_leaving_why({ reason })}</p>}
        {by && <p className={classes.quiet}>{m.living_leaving_by({ name: by, date: formatDate(at) })}</p>}
        {paper && (
          <p>
            <a href={paper.file} target="_blank" rel="noreferrer">
              {m.paper_open({ name: paper.name })}
            </a>
          </p>
        )}
        {file !== null && <p className={classes.quiet}>{m.living_leaving_object({ company: manager.company })}</p>}
        <Objection of={of} />
      </Panel>
    </div>
  );
}

function objectionText({ state, by, at, reason }: NonNullable<NonNullable<TenancyDetails['leaving']>['objection']>): string {
  const about = { name: by ?? '', date: formatDate(at), reason };
  if (state === 'overruled') return m.living_objection_overruled(about);
  return state === 'reviewing' ? m.living_objection_reviewing(about) : m.living_objection_open(about);
}

/** The objection to a move-out that the manager recorded, and its buttons. */
function Objection({ of: { id, acts, leaving } }: Pick<Shown, 'of'>) {
  const [doing, setDoing] = useState<'object' | 'withdraw' | null>(null);
  const close = () => setDoing(null);
  return (
    <>
      {leaving?.objection && <p className={classes.quiet}>{objectionText(leaving.objection)}</p>}
      <div className={classes.reach}>
        {acts.includes('object_leaving') && (
          <Button variant="default" onClick={() => setDoing('object')}>
            {m.living_object()}
          </Button>
        )}
        {acts.includes('withdraw_objection') && (
          <Button variant="default" onClick={() => setDoing('withdraw')}>
            {m.living_objection_withdraw()}
          </Button>
        )}
      </div>
      {doing === 'object' && <ObjectForm id={id} close={close} />}
      {doing === 'withdraw' && <WithdrawForm id={id} close={close} />}
    </>
  );
}

type Doing = { readonly id: number; readonly close: () => void };
const touches = [tenancyCalls, tenancyActionCalls];

function ObjectForm({ id, close }: Doing) {
  const form = useForm(tenancyActionCalls.objectToNotice, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id, reason: reason.trim() }),
    inPlace: true,
    touches,
    said: () => m.living_object_said(),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.living_object_ask()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.living_object()} />}
    >
      <p className={classes.quiet}>{m.living_object_text()}</p>
      {form.problem && <Note tone="guard">{form.problem}</Note>}
      <Textarea {...form.text('reason')} label={m.living_object_why()} maxLength={500} autosize minRows={2} />
    </FormDrawer>
  );
}

function WithdrawForm({ id, close }: Doing) {
  const act = useAction(tenancyActionCalls.withdrawObjection, { inPlace: true, touches, said: () => m.living_objection_withdrawn(), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.living_objection_withdraw_ask()}
      confirmLabel={m.living_objection_withdraw()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id })}
    >
      {m.living_objection_withdraw_text()}
    </ConfirmModal>
  );
}
