import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { policyCalls } from '#contract/policy/calls.ts';
import { signOut } from '#web/client/session.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { m } from '#words/messages.js';
import { AgreeList, saidLater, sayLater } from './agree-list.tsx';
import classes from './agree-prompt.module.css';

/** What was published for this person and waits for their agreement, asked once they are in. What is in force cannot wait. */
export function AgreePrompt() {
  const { user } = useApp();
  // Who looks as somebody else agrees to nothing for them.
  const asks = user !== null && user.impersonator === null;
  const found = useCall(policyCalls.outstanding, {}, { enabled: asks, quiet: true });
  const agree = useAct(policyCalls.consent, { quiet: true });
  const [later, setLater] = useState(saidLater);
  const [busy, setBusy] = useState(false);
  const policies = asks ? (found.data?.results ?? []) : [];
  const binding = policies.some((p) => p.binding);
  if (policies.length === 0 || (later && !binding)) return null;
  const wait = () => {
    setLater(true);
    sayLater();
  };
  async function all(): Promise<void> {
    setBusy(true);
    try {
      for (const { id, version } of policies) await agree.mutateAsync({ id, version });
    } catch {
      // Said by the act; what was agreed to is gone from the list.
    } finally {
      setBusy(false);
    }
  }
  return (
    <Modal
      opened
      onClose={binding ? () => undefined : wait}
      withCloseButton={!binding}
      closeOnClickOutside={false}
      closeOnEscape={!binding}
      title={m.dashboard_agree_title()}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
    >
      <p className={classes.text}>{binding ? m.dashboard_agree_text() : m.dashboard_agree_text_soon()}</p>
      <AgreeList policies={policies} />
      <div className={classes.actions}>
        {binding ? (
          <Button variant="default" onClick={() => void signOut()}>
            {m.dashboard_agree_out()}
          </Button>
        ) : (
          <Button variant="default" onClick={wait}>
            {m.dashboard_agree_later()}
          </Button>
        )}
        <Button loading={busy} onClick={() => void all()}>
          {m.dashboard_agree_all()}
        </Button>
      </div>
    </Modal>
  );
}
