import { Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { translateAuditReason } from '#contract/audit/reasons.ts';
import { type LeadDetails, leadCalls } from '#contract/lead/calls.ts';
import { leadMoveLabels, leadSourceLabels } from '#contract/lead/labels.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { LeadConversation } from '#web/thread/lead-conversation.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatDateTime, phone } from '#web/ui/format.ts';
import { IconBrandWhatsapp, IconMail, IconPhone } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { getLeadStatusName, type LeadMove, leadStatusNames } from './labels.ts';
import classes from './lead.module.css';

/** One enquiry beside the board: the visitor, their contact details, the history and the next moves. */
export function LeadDrawer({ id, close }: { id: number | null; close: () => void }) {
  const lead = useCall(leadCalls.details, id === null ? null : { id });
  if (id === null) return null;
  if (!lead.data || lead.data.id !== id) {
    return (
      <FormDrawer opened onClose={close} title={m.lead_title()} closeLabel={m.shell_close()} onSubmit={close} actions={null}>
        <LoadingState answer={lead} rows={6} />
      </FormDrawer>
    );
  }
  return <Loaded key={id} lead={lead.data} close={close} />;
}

const draftOf = (lead: LeadDetails) => ({ note: lead.note, assigned_to: lead.assigned ? String(lead.assigned.id) : '' });

function Loaded({ lead, close }: { lead: LeadDetails; close: () => void }) {
  const { link } = useDashboard();
  const mayEdit = lead.moves.length > 0;
  const able = useCall(leadCalls.listAssignees, { id: lead.id }, { enabled: mayEdit }).data?.results ?? [];
  // The current assignee stays in the list, even when the enquiry could no longer be assigned to them.
  const { assigned } = lead;
  const people = assigned && !able.some((p) => p.id === assigned.id) ? [...able, assigned] : able;
  const form = useForm(leadCalls.update, {
    saved: lead,
    from: draftOf,
    given: ({ note, assigned_to }, { revision }) => ({ id: lead.id, note, assigned_to: assigned_to ? Number(assigned_to) : null, revision }),
    said: () => m.said_saved({ name: lead.name }),
    done: close,
  });
  const nameOf = (id: string) => people.find((p) => String(p.id) === id)?.name ?? m.lead_assigned_nobody();
  return (
    <FormDrawer
      opened
      onClose={close}
      title={lead.name}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={
        <>
          <Button variant="default" onClick={close}>
            {m.shell_close()}
          </Button>
          {mayEdit && (
            <Button type="submit" loading={form.busy}>
              {m.lead_save()}
            </Button>
          )}
        </>
      }
    >
      <div>
        <ToneBadge tone={leadStatusNames[lead.status].tone}>{leadStatusNames[lead.status].label()}</ToneBadge>{' '}
        <span className={classes.quiet}>{m.lead_since({ date: formatDateTime(lead.moved_at) })}</span>
      </div>
      <Reach lead={lead} />
      {lead.listing && <AppLink href={link('listing.detail', { id: lead.listing.id, code: lead.listing.code })}>{lead.listing.title}</AppLink>}
      {lead.message && lead.source === 'manual' && (
        <div>
          <p className={classes.label}>{m.lead_message()}</p>
          <p className={classes.text}>{lead.message}</p>
        </div>
      )}
      <LeadConversation leadId={lead.id} />
      <Moves lead={lead} />
      <EditConflictDialog
        form={form}
        labels={{ note: m.lead_note(), assigned_to: m.lead_assigned() }}
        spoken={(name, values) => (name === 'assigned_to' ? nameOf(values.assigned_to) : undefined)}
      />
      {mayEdit && (
        <>
          <NativeSelect
            {...form.text('assigned_to')}
            label={m.lead_assigned()}
            data={[{ value: '', label: m.lead_assigned_nobody() }, ...people.map((p) => ({ value: String(p.id), label: p.name }))]}
          />
          <Textarea
            {...form.text('note')}
            label={m.lead_note()}
            description={m.lead_note_help()}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={4000}
          />
        </>
      )}
      <div>
        <p className={classes.label}>{m.lead_history()}</p>
        <ul className={classes.history}>
          {lead.history.map((h) => (
            <li key={h.at}>
              {getLeadStatusName(h.to)}
              {h.reason ? `. ${translateAuditReason(h.reason)}` : ''}
              <br />
              <span className={classes.quiet}>
                {h.by ?? ''} {formatDateTime(h.at)}
              </span>
            </li>
          ))}
          <li>
            {m.lead_history_came({ source: leadSourceLabels[lead.source]() })}
            <br />
            <span className={classes.quiet}>{formatDateTime(lead.created_at)}</span>
          </li>
        </ul>
      </div>
    </FormDrawer>
  );
}

function Reach({ lead: { name, phone: number, email } }: { lead: LeadDetails }) {
  if (number === null) return <p className={classes.quiet}>{m.lead_hidden_text({ name })}</p>;
  return (
    <div className={classes.reach}>
      <Button
        component="a"
        href={`tel:${number}`}
        variant="default"
        leftSection={<IconPhone size={16} aria-hidden />}
        aria-label={m.lead_call({ name })}
      >
        {phone(number)}
      </Button>
      <Button
        component="a"
        href={`https://wa.me/${number.replace('+', '')}`}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
        aria-label={m.lead_whatsapp({ name })}
      >
        WhatsApp
      </Button>
      {email && (
        <Button
          component="a"
          href={`mailto:${email}`}
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
          aria-label={m.lead_mail({ name })}
        >
          {email}
        </Button>
      )}
    </div>
  );
}

/** The next stages as buttons; losing an enquiry asks for a reason. */
function Moves({ lead }: { lead: LeadDetails }) {
  const [asked, setAsked] = useState(false);
  const move = useAction(leadCalls.move, {
    touches: [listingCalls],
    said: ({ name, status }) => m.said_state({ name, state: getLeadStatusName(status) }),
  });
  const losing = useForm(leadCalls.move, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: lead.id, move: 'lose' as const, reason }),
    check: ({ reason }): Record<string, string> => (reason.trim() ? {} : { reason: m.lead_lose_need() }),
    inPlace: true,
    touches: [listingCalls],
    said: ({ name, status }) => m.said_state({ name, state: getLeadStatusName(status) }),
    done: () => setAsked(false),
  });
  const go = (name: LeadMove) => {
    if (name !== 'lose') return move.mutate({ id: lead.id, move: name });
    losing.reset();
    setAsked(true);
  };
  if (lead.moves.length === 0) return null;
  return (
    <div className={classes.moves}>
      {lead.moves.map((name, at) => (
        <Button key={name} variant={at === 0 ? 'filled' : 'default'} disabled={move.isPending} onClick={() => go(name)}>
          {leadMoveLabels[name]()}
        </Button>
      ))}
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        title={m.lead_lose_ask({ name: lead.name })}
        confirmLabel={m.lead_move_lose()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        loading={losing.busy}
        problem={losing.problem}
        onConfirm={losing.submit}
      >
        <Stack gap={14}>
          <span>{m.lead_lose_text()}</span>
          <Textarea {...losing.text('reason')} label={m.lead_lose_reason()} maxLength={300} autosize minRows={2} />
        </Stack>
      </ConfirmModal>
    </div>
  );
}
