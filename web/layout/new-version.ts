import { createElement, useEffect } from 'react';
import { sessionTimes } from '#contract/constants.ts';
import { Button } from '#web/ui/public/button.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';

/** Polls builds/latest.json; a new build is offered, never forced, because the person may be filling in a form. */
export function useNewVersionPrompt(buildId: string, product: string): void {
  useEffect(() => {
    if (buildId === 'dev') return;
    let offered = false;
    const look = async () => {
      if (offered || document.visibilityState !== 'visible') return;
      const latest = await fetch('/builds/latest.json', { cache: 'no-cache' })
        .then((r) => (r.ok ? (r.json() as Promise<{ id: string }>) : null))
        .catch(() => null);
      if (!latest || latest.id === buildId || offered) return;
      offered = true;
      const reload = createElement(Button, { variant: 'default', onClick: () => window.location.reload() }, m.shell_reload());
      showToast({ id: 'new-version', kind: 'info', title: m.shell_new_version({ product }), text: reload, autoClose: false });
    };
    const timer = setInterval(() => void look(), sessionTimes.buildPollMs);
    window.addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
    };
  }, [buildId, product]);
}
