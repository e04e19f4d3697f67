import { Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, useRef, useState } from 'react';
import { bidCalls } from '#contract/bid/calls.ts';
import { saleStepLabels } from '#contract/bid/labels.ts';
import type { SaleDetails, SaleStepDetails } from '#contract/bid/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { formatDate } from '#web/ui/format.ts';
import { IconCalendar, IconCheck, IconFileText } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './bid.module.css';

/** One step of a sale: whether it is done, its due date, its note and its document. */
export function SaleStepPanel({ sale, step, next }: { sale: SaleDetails; step: SaleStepDetails; next: boolean }) {
  const name = saleStepLabels[step.step]();
  return (
    <li className={classes.step} data-done={step.done_at !== null || undefined} data-next={next || undefined}>
      <span className={classes.mark} aria-hidden="true">
        {step.done_at ? <IconCheck size={16} /> : step.n}
      </span>
      <div className={classes.what}>
        <b>{name}</b>
        <small>{whenText(step)}</small>
        {step.note && <small>{step.note}</small>}
        {step.file && (
          <a href={step.file.url} className={classes.paper}>
            <IconFileText size={16} aria-hidden /> {step.file.name}
          </a>
        )}
      </div>
      {sale.may_work && <StepMenu sale={sale} step={step} name={name} />}
    </li>
  );
}

function whenText({ done_at, done_by, due_on }: SaleStepDetails): string {
  if (done_at) return done_by ? m.bid_sale_done({ day: formatDate(done_at), name: done_by }) : m.bid_sale_done_on({ day: formatDate(done_at) });
  if (due_on === null) return m.bid_sale_no_day();
  return due_on < clock.today() ? m.bid_sale_overdue({ day: formatDate(due_on) }) : m.bid_sale_due({ day: formatDate(due_on) });
}

function StepMenu({ sale, step, name }: { sale: SaleDetails; step: SaleStepDetails; name: string }) {
  const picker = useRef<HTMLInputElement>(null);
  const [editing, edit] = useState(false);
  const change = useAction(bidCalls.saleStep, { said: () => m.said_saved({ name }) });
  const paper = useAction(bidCalls.saleFile, { said: () => m.said_saved({ name }) });
  const bring = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    if (file) paper.mutate({ id: sale.id, step: step.step, file });
    event.currentTarget.value = '';
  };
  return (
    <div>
      <input
        ref={picker}
        type="file"
        className={classes.picker}
        tabIndex={-1}
        aria-label={m.bid_sale_file_label({ step: name })}
        accept=".jpg,.jpeg,.png,.webp,.pdf,.docx"
        onChange={bring}
      />
      <MoreMenu
        quiet
        label={m.bid_sale_step_more({ step: name })}
        items={[
          {
            label: step.done_at ? m.bid_sale_unmark() : m.bid_sale_mark(),
            icon: IconCheck,
            onClick: () => change.mutate({ id: sale.id, step: step.step, done: !step.done_at }),
          },
          { label: step.file ? m.bid_sale_other_file() : m.bid_sale_add_file(), icon: IconFileText, onClick: () => picker.current?.click() },
          { label: m.bid_sale_edit_step(), icon: IconCalendar, onClick: () => edit(true) },
        ]}
      />
      {editing && <EditStep sale={sale} step={step} name={name} close={() => edit(false)} />}
    </div>
  );
}

function EditStep({ sale, step, name, close }: { sale: SaleDetails; step: SaleStepDetails; name: string; close: () => void }) {
  const form = useForm(bidCalls.saleStep, {
    id: 'step',
    blank: { due_on: step.due_on ?? '', note: step.note },
    given: ({ due_on, note }) => ({ id: sale.id, step: step.step, due_on: due_on || null, note }),
    inPlace: true,
    said: () => m.said_saved({ name }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={name}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.bid_sale_save()} />}
    >
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <TextInput {...form.text('due_on')} type="date" label={m.bid_sale_due_by()} />
      <Textarea {...form.text('note')} label={`${m.bid_sale_note()} ${m.shell_optional()}`} autosize minRows={2} maxLength={1000} />
    </FormDrawer>
  );
}
