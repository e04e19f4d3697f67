import { Button, Drawer } from '@mantine/core';
import { useState } from 'react';
import { encode } from 'uqr';
import { type InvitationSummary, invitationCalls } from '#contract/invitation/calls.ts';
import { invitationKindLabels } from '#contract/invitation/labels.ts';
import { invitationPublicScreens } from '#contract/invitation/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { OpenRequestNote } from '#web/approval/parts.tsx';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { formatDate, formatDateTime, phone } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './invitation.module.css';
import { formatInvitedMandate } from './mandate-words.ts';
import { formatInvitedContact, InvitationStatusBadge } from './parts.tsx';

/** One invitation in a drawer beside the list, with the available actions. */
export function InvitationDetails({ id, close }: { id: number; close: () => void }) {
  const row = useCall(invitationCalls.details, { id });
  return (
    <Drawer
      opened
      onClose={close}
      title={row.data ? m.invitation_details({ code: row.data.code }) : m.invitation_title()}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
    >
      {row.data ? <Loaded row={row.data} /> : <RowsLoading rows={5} label={m.shell_loading()} />}
    </Drawer>
  );
}

function Loaded({ row }: { row: InvitationSummary }) {
  const [asked, setAsked] = useState<'resend' | 'revoke' | null>(null);
  const close = () => setAsked(null);
  const resend = useAction(invitationCalls.resend, { said: (sent) => m.said_invited_again({ to: formatInvitedContact(sent) }), done: close });
  const revoke = useAction(invitationCalls.revoke, { said: (gone) => m.said_uninvited({ to: formatInvitedContact(gone) }), done: close });
  const to = formatInvitedContact(row);
  return (
    <div className={classes.form}>
      <div>
        <InvitationStatusBadge of={row} />
      </div>
      {row.request && <OpenRequestNote request={row.request} />}
      {row.short_code && <Poster row={row} code={row.short_code} />}
      <DefinitionList
        items={[
          { label: m.invitation_to(), value: to },
          ...(row.email && row.phone ? [{ label: m.invitation_phone(), value: phone(row.phone) }] : []),
          { label: m.invitation_as(), value: invitationKindLabels[row.kind]() },
          ...(row.role ? [{ label: m.invitation_role(), value: row.role }] : []),
          ...(row.team ? [{ label: m.invitation_team(), value: row.team }] : []),
          ...(row.mandate ? [{ label: m.invitation_mandate(), value: formatInvitedMandate(row.mandate) }] : []),
          { label: m.invitation_by(), value: [row.inviter, row.company?.name].filter(Boolean).join(', ') },
          ...(row.sends > 0
            ? [{ label: m.invitation_sent(), value: `${formatDateTime(row.created_at)}. ${m.invitation_sends({ count: row.sends })}` }]
            : []),
          { label: m.invitation_expires(), value: formatDate(row.expires_at) },
          ...(row.accepted_by && row.accepted_at
            ? [{ label: m.invitation_accepted_by(), value: `${row.accepted_by}, ${formatDate(row.accepted_at)}` }]
            : []),
          ...(row.message ? [{ label: m.invitation_message(), value: <span className={classes.message}>{row.message}</span> }] : []),
        ]}
      />
      {(row.may_resend || row.moves.length > 0) && (
        <div className={classes.moves}>
          {row.may_resend && <Button onClick={() => setAsked('resend')}>{m.invitation_resend()}</Button>}
          {row.moves.includes('revoke') && (
            <Button variant="subtle" color="red" onClick={() => setAsked('revoke')}>
              {m.invitation_revoke()}
            </Button>
          )}
        </div>
      )}
      <ConfirmModal
        opened={asked !== null}
        onClose={close}
        title={asked === 'revoke' ? m.invitation_revoke_title() : m.invitation_resend_title()}
        confirmLabel={asked === 'revoke' ? m.invitation_revoke() : m.invitation_resend()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        danger={asked === 'revoke'}
        loading={resend.isPending || revoke.isPending}
        onConfirm={() => (asked === 'revoke' ? revoke : resend).mutate({ id: row.id })}
      >
        {asked !== 'revoke' ? m.invitation_resend_text({ to }) : row.short_code ? m.invitation_revoke_code_text() : m.invitation_revoke_text({ to })}
      </ConfirmModal>
    </div>
  );
}

function Poster({ row, code }: { row: InvitationSummary; code: string }) {
  const { appUrl } = useApp();
  const [copied, setCopied] = useState(false);
  const link = `${appUrl}${href(invitationPublicScreens.accept, { invite_key: code, invite_id: row.id })}`;
  const { data, size } = encode(link);
  const dark = data.flatMap((line, y) => line.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <div className={classes.poster}>
      <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={link}>
        <path d={dark} fill="currentColor" />
      </svg>
      <span className={classes.code}>{code}</span>
      <p className={classes.quiet}>
        {m.invitation_poster_scan({ address: `${appUrl.replace(/^https?:\/\//, '')}${href(invitationPublicScreens.enter)}` })}
      </p>
      <p className={classes.quiet}>{m.invitation_used({ uses: row.uses, max: row.max_uses ?? 0 })}</p>
      <Button
        variant="default"
        className={classes.tap}
        size="compact-sm"
        onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
      >
        {copied ? m.invitation_copied() : m.invitation_copy()}
      </Button>
    </div>
  );
}
