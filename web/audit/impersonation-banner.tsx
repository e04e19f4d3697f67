import { useEffect, useState } from 'react';
import { identityCalls } from '#contract/identity/calls.ts';
import { send } from '#web/client/client.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { IconEye } from '#web/ui/icons.ts';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './impersonation-banner.module.css';

/** The banner of "view as" (impersonation). It stays above every layout and ends the impersonation. */
export function ImpersonationBanner() {
  const { user, word } = useApp();
  const [busy, setBusy] = useState(false);
  const impersonating = Boolean(user?.impersonator);
  // Layouts leave space for the banner at the top (--mk-banner).
  useEffect(() => {
    document.documentElement.toggleAttribute('data-impersonating', impersonating);
    return () => document.documentElement.removeAttribute('data-impersonating');
  }, [impersonating]);
  if (!user?.impersonator) return null;
  const stop = async () => {
    setBusy(true);
    try {
      const { next } = await send(identityCalls.stopImpersonating, {}, { last: true });
      window.location.assign(next);
    } catch (problem) {
      setBusy(false);
      showToast({ kind: 'error', ...toErrorMessage(problem, word) });
    }
  };
  return (
    <div className={classes.banner} role="status">
      <IconEye size={18} aria-hidden />
      <span className={classes.text}>{m.audit_impersonating_banner({ name: user.name })}</span>
      <button type="button" className={classes.stop} onClick={() => void stop()} disabled={busy}>
        {m.audit_impersonating_stop()}
      </button>
    </div>
  );
}
