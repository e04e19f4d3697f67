import { useState } from 'react';
import { securityCalls } from '#contract/identity/security-calls.ts';
import { send } from '#web/client/client.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { formatDate } from '#web/ui/format.ts';
import { Button } from '#web/ui/public/button.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './identity.module.css';

/** Offers to keep an account when its person signs in during the grace period after closing. */
export function KeepAccountPanel({ at, go }: { at: string; go: () => void }) {
  const { word, locale } = useApp();
  const [busy, setBusy] = useState(false);
  async function keep(): Promise<void> {
    setBusy(true);
    try {
      await send(securityCalls.keep, {});
      showToast({ kind: 'success', title: word('successTitle'), text: m.said_account_kept() });
      go();
    } catch (problem) {
      showToast({ kind: 'error', ...toErrorMessage(problem, word) });
      setBusy(false);
    }
  }
  return (
    <>
      <h1 className={classes.title}>{m.identity_closing_title()}</h1>
      <p className={classes.lead}>{m.identity_closing_text({ date: formatDate(at, locale) })}</p>
      <div className={classes.form}>
        <Button size="md" fullWidth loading={busy} onClick={() => void keep()}>
          {m.identity_keep_account()}
        </Button>
        <Button size="md" variant="default" fullWidth onClick={go}>
          {m.identity_closing_go_on()}
        </Button>
      </div>
    </>
  );
}
