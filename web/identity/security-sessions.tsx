import { Button } from '@mantine/core';
import { useState } from 'react';
import { type OwnSession, securityCalls } from '#contract/identity/security-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { formatDateTime, formatRelative } from '#web/ui/format.ts';
import { IconDeviceLaptop, IconDeviceMobile } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './security.module.css';

const isPhone = (agent: string) => /Android|iPhone|iPad/.test(agent);

/** The user's open sessions; each can be ended, or all others at once. */
export function SecuritySessions() {
  const { locale } = useApp();
  const sessions = useCall(securityCalls.sessions, { page: 1, page_size: 50 });
  const [asked, setAsked] = useState<OwnSession | 'others' | null>(null);
  const [shown, setShown] = useState<OwnSession | 'others'>('others');
  if (asked && asked !== shown) setShown(asked);
  const close = () => setAsked(null);
  const end = useAction(securityCalls.endSession, { said: () => m.said_session({ device: shown === 'others' ? '' : shown.agent }), done: close });
  const endOthers = useAction(securityCalls.endOtherSessions, { said: () => m.said_sessions(), done: close });
  const rows = sessions.data?.results ?? [];
  return (
    <Panel
      title={m.identity_security_sessions()}
      pad={false}
      right={
        rows.length > 1 && (
          <Button variant="default" onClick={() => setAsked('others')}>
            {m.identity_security_sessions_end_others()}
          </Button>
        )
      }
    >
      {sessions.isPending ? (
        <RowsLoading rows={2} label={m.shell_loading()} />
      ) : (
        <PanelRows>
          {rows.map((session) => (
            <div key={session.id}>
              {isPhone(session.agent) ? <IconDeviceMobile size={20} aria-hidden /> : <IconDeviceLaptop size={20} aria-hidden />}
              <span className={classes.grow}>
                <b>{session.agent}</b>
                <small title={formatDateTime(session.last_seen_at, locale)}>
                  {m.identity_security_session_line({ ip: session.ip, when: formatRelative(session.last_seen_at, clock.now(), locale) })}
                </small>
              </span>
              {session.current ? (
                <ToneBadge tone="good">{m.identity_security_session_current()}</ToneBadge>
              ) : (
                <Button variant="subtle" color="gray" aria-label={`${m.shell_sign_out()}: ${session.agent}`} onClick={() => setAsked(session)}>
                  {m.shell_sign_out()}
                </Button>
              )}
            </div>
          ))}
        </PanelRows>
      )}
      <ConfirmModal
        opened={asked !== null}
        onClose={close}
        title={shown === 'others' ? m.identity_security_sessions_end_others_title() : m.identity_security_session_end_title({ device: shown.agent })}
        confirmLabel={shown === 'others' ? m.identity_security_sessions_end_others() : m.identity_security_session_end()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        danger
        loading={end.isPending || endOthers.isPending}
        onConfirm={() => (shown === 'others' ? endOthers.mutate({}) : end.mutate({ id: shown.id }))}
      >
        {m.identity_security_session_end_text()}
      </ConfirmModal>
    </Panel>
  );
}
