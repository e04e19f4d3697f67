import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { CallResult } from '#contract/kernel/call.ts';
import { policyCalls } from '#contract/policy/calls.ts';
import { signOut } from '#web/client/session.ts';
import { useAction } from '#web/client/use-call.ts';
import { m } from '#words/messages.js';
import { isPolicyConsentPostponed, OutstandingPolicyList, postponePolicyConsent } from './agree-list.tsx';
import classes from './agree-prompt.module.css';

type Policies = CallResult<typeof policyCalls.listOutstanding>['results'];

export default function AgreeModal({ policies }: { policies: Policies }) {
  const agree = useAction(policyCalls.consent, { quiet: true });
  const [later, setLater] = useState(isPolicyConsentPostponed);
  const [busy, setBusy] = useState(false);
  const binding = policies.some((p) => p.binding);
  if (later && !binding) return null;
  const wait = () => {
    setLater(true);
    postponePolicyConsent();
  };
  async function all(): Promise<void> {
    setBusy(true);
    try {
      for (const { id, version } of policies) await agree.mutateAsync({ id, version });
    } catch {
      // The toast of the call confirms the agreement, and the accepted policy is no longer in the list.
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
      <OutstandingPolicyList policies={policies} />
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
