import { Button, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { minPasswordLength } from '#contract/identity/links.ts';
import { securityCalls } from '#contract/identity/security-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { send } from '#web/client/client.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { postForm } from '#web/client/session.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { DownloadFileButton } from '#web/forms/download-buttons.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { PasswordInput } from '#web/ui/dash/password-input.tsx';
import { IconBrandGoogle, IconTrash } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './security.module.css';
import { SecurityContacts } from './security-contacts.tsx';
import { SecurityPasskeys } from './security-passkeys.tsx';
import { SecondFactorSettings } from './security-second-factor.tsx';
import { SecuritySessions } from './security-sessions.tsx';

/** All security settings of the account, on the account page of every dashboard. */
export function SecuritySettings() {
  return (
    <div className={classes.stack}>
      <SecurityContacts />
      <Password />
      <SecurityPasskeys />
      <SecondFactorSettings />
      <Google />
      <SecuritySessions />
      <AppLink />
      <OwnData />
      <DeleteAccount />
    </div>
  );
}

/**
 * All sessions have ended, so a full page load removes the person's data from memory. The promise never resolves, because the form would otherwise
 * reload its data and show a signed-out error before the page is left.
 */
const leave = (notice: 'password' | 'closing'): Promise<never> => {
  window.location.assign(`/auth/sign_in?notice=${notice}`);
  return new Promise(() => undefined);
};

function Password() {
  const [opened, setOpened] = useState(false);
  const form = useForm(securityCalls.changePassword, {
    blank: { password: '' },
    given: ({ password }) => ({ password }),
    says: { password: () => m.identity_password_short({ length: minPasswordLength }) },
    done: () => leave('password'),
  });
  return (
    <Panel title={m.identity_security_password()}>
      <div className={classes.line}>
        <p className={classes.text}>{m.identity_security_password_text()}</p>
        <Button variant="default" onClick={() => setOpened(true)}>
          {m.identity_security_change_password()}
        </Button>
      </div>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={m.identity_security_change_password()}
        closeButtonProps={{ 'aria-label': m.shell_close() }}
      >
        <form className={classes.stack} noValidate onSubmit={form.submit}>
          <p className={classes.text}>{m.identity_security_password_text()}</p>
          <PasswordInput
            {...form.text('password')}
            label={m.identity_new_password()}
            description={m.identity_password_rule({ length: minPasswordLength })}
            autoComplete="new-password"
            maxLength={128}
            visibilityToggleButtonProps={{ 'aria-label': m.identity_password_show() }}
            data-autofocus
          />
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setOpened(false)}>
              {m.shell_cancel()}
            </Button>
            <Button type="submit" loading={form.busy}>
              {m.identity_security_change_password()}
            </Button>
          </div>
        </form>
      </Modal>
    </Panel>
  );
}

/** This part is shown where Google is configured. The return from Google has a code in the address, which links the accounts. */
function Google() {
  const { word } = useApp();
  const [params, setParams] = useSearchParams();
  const [on, setOn] = useState(false);
  const begun = useRef(false);
  const link = useAction(securityCalls.oauthCallback, { said: () => m.said_google() });
  useEffect(() => {
    fetch('/api/auth/providers').then(
      async (answer) => setOn('google' in ((await answer.json()) as object)),
      () => undefined,
    );
  }, []);
  const [code, state] = [params.get('oauth_code'), params.get('oauth_state')];
  useEffect(() => {
    if (!code || !state || begun.current) return;
    begun.current = true;
    link.mutate({ provider: 'google', code, state });
    setParams(
      (old) => {
        old.delete('oauth_code');
        old.delete('oauth_state');
        return old;
      },
      { replace: true },
    );
  }, [code, state, link, setParams]);
  if (!on) return null;
  async function start(): Promise<void> {
    try {
      const answer = await postForm('/api/auth/signin/google', { callbackUrl: window.location.pathname + window.location.search });
      window.location.assign(((await answer.json()) as { url: string }).url);
    } catch (problem) {
      showToast({ kind: 'error', ...toErrorMessage(problem, word) });
    }
  }
  return (
    <Panel title={m.identity_security_google()}>
      <div className={classes.line}>
        <p className={classes.text}>{m.identity_security_google_text()}</p>
        <Button variant="default" leftSection={<IconBrandGoogle size={16} aria-hidden />} onClick={() => void start()}>
          {m.identity_security_google_link()}
        </Button>
      </div>
    </Panel>
  );
}

function AppLink() {
  const details = useCall(securityCalls.details, {});
  const sendLink = useAction(securityCalls.sendAppLink, { said: ({ to }) => (to === 'phone' ? m.said_app_sms() : m.said_app_mail()) });
  return (
    <Panel title={m.identity_security_app()}>
      <div className={classes.line}>
        <p className={classes.text}>{m.identity_security_app_text()}</p>
        <div className={classes.buttons}>
          {details.data?.phone && (
            <Button variant="default" loading={sendLink.isPending} onClick={() => sendLink.mutate({ to: 'phone' })}>
              {m.identity_security_app_sms()}
            </Button>
          )}
          <Button variant="default" loading={sendLink.isPending} onClick={() => sendLink.mutate({ to: 'email' })}>
            {m.identity_security_app_email()}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function OwnData() {
  const { product } = useApp();
  const take = async () => ({
    name: `${product.toLowerCase()}-${clock.today()}.json`,
    text: JSON.stringify(await send(securityCalls.exportOwn, {}), null, 2),
    type: 'application/json' as const,
  });
  return (
    <Panel title={m.identity_security_data()}>
      <div className={classes.line}>
        <p className={classes.text}>{m.identity_security_data_text()}</p>
        <DownloadFileButton label={m.identity_security_data_export()} fetch={take} />
      </div>
    </Panel>
  );
}

function DeleteAccount() {
  const { user } = useApp();
  const may = useCall(securityCalls.mayClose, {});
  const [asked, setAsked] = useState(false);
  const close = useAction(securityCalls.close, { done: () => leave('closing') });
  const days = may.data?.grace_days ?? 30;
  return (
    <Panel title={m.identity_security_delete()}>
      {!may.data ? (
        <LoadingState answer={may} rows={1} />
      ) : !may.data.allowed ? (
        <Note tone="guard" title={m.identity_security_delete_not_now()}>
          {may.data.reasons.join(' ')}
        </Note>
      ) : (
        <div className={classes.line}>
          <p className={classes.text}>{m.identity_security_delete_text({ days })}</p>
          <Button variant="default" c="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsked(true)}>
            {m.identity_security_delete()}
          </Button>
        </div>
      )}
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        title={m.identity_security_delete_title()}
        confirmLabel={m.identity_security_delete()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        danger
        loading={close.isPending}
        type={{
          label: user?.email ? m.identity_security_delete_type() : m.identity_security_delete_type_name(),
          expected: user?.email ?? user?.name ?? '',
        }}
        onConfirm={() => close.mutate({})}
      >
        {m.identity_security_delete_sure({ days })}
      </ConfirmModal>
    </Panel>
  );
}
