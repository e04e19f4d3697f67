import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { securityCalls } from '#contract/identity/security-calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { IconCopy } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './security.module.css';

type Started = CallResult<typeof securityCalls.startSecondFactor>;

/** The setting for two-step sign-in: codes of an authenticator app, requested after the password. */
export function SecondFactorSettings() {
  const details = useCall(securityCalls.details, {});
  const [started, setStarted] = useState<Started | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [off, setOff] = useState(false);
  const start = useAction(securityCalls.startSecondFactor, { done: setStarted, quiet: true });
  const turnOff = useAction(securityCalls.turnOffSecondFactor, { said: () => m.said_second_off(), done: () => setOff(false) });
  const isOn = details.data?.second_factor ?? false;
  return (
    <Panel
      title={m.identity_security_second()}
      right={
        details.data && (
          <ToneBadge tone={isOn ? 'good' : 'neutral'}>{isOn ? m.identity_security_second_on() : m.identity_security_second_off()}</ToneBadge>
        )
      }
    >
      <div className={classes.line}>
        <p className={classes.text}>{m.identity_security_second_text()}</p>
        <Button variant="default" disabled={!details.data} loading={start.isPending} onClick={() => (isOn ? setOff(true) : start.mutate({}))}>
          {isOn ? m.identity_security_second_turn_off() : m.identity_security_second_turn_on()}
        </Button>
      </div>
      <Enter
        started={started}
        close={() => setStarted(null)}
        done={(made) => {
          setStarted(null);
          setCodes(made);
        }}
      />
      <Recovery codes={codes} close={() => setCodes(null)} />
      <ConfirmModal
        opened={off}
        onClose={() => setOff(false)}
        title={m.identity_security_second_off_title()}
        confirmLabel={m.identity_security_second_turn_off()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        danger
        loading={turnOff.isPending}
        onConfirm={() => turnOff.mutate({})}
      >
        {m.identity_security_second_off_text()}
      </ConfirmModal>
    </Panel>
  );
}

function Enter({ started, close, done }: { started: Started | null; close: () => void; done: (codes: readonly string[]) => void }) {
  const form = useForm(securityCalls.turnOnSecondFactor, {
    blank: { code: '' },
    given: ({ code }) => ({ code }),
    check: ({ code }): Record<string, string> => (code.replace(/\s/g, '').length === 6 ? {} : { code: m.identity_code_needed() }),
    refused: { code: m.identity_error_code },
    said: () => m.said_second_on(),
    done: ({ recovery_codes }) => {
      form.reset();
      done(recovery_codes);
    },
  });
  return (
    <Modal
      opened={started !== null}
      onClose={close}
      title={m.identity_security_second_turn_on()}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
      closeOnClickOutside={false}
    >
      {started && (
        <form className={classes.stack} noValidate onSubmit={form.submit}>
          <p className={classes.text}>{m.identity_security_second_scan()}</p>
          <svg
            className={classes.qr}
            viewBox={`0 0 ${started.qr.size} ${started.qr.size}`}
            shapeRendering="crispEdges"
            role="img"
            aria-label={m.identity_security_second_qr()}
          >
            <path d={started.qr.path} fill="currentColor" />
          </svg>
          <details>
            <summary>{m.identity_security_second_key()}</summary>
            <p className={classes.key}>{started.secret.replace(/(.{4})/g, '$1 ')}</p>
          </details>
          <TextInput {...form.text('code')} label={m.identity_code()} inputMode="numeric" autoComplete="one-time-code" data-autofocus />
          <div className={classes.actions}>
            <Button variant="default" onClick={close}>
              {m.shell_cancel()}
            </Button>
            <Button type="submit" loading={form.busy}>
              {m.identity_security_second_go()}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

/** The recovery codes are shown once. Closing the dialog by accident would lose them, so only the button closes it. */
function Recovery({ codes, close }: { codes: readonly string[] | null; close: () => void }) {
  const { word } = useApp();
  const copy = async () => {
    await navigator.clipboard.writeText((codes ?? []).join('\n'));
    showToast({ kind: 'success', title: word('successTitle'), text: m.identity_security_recovery_copied() });
  };
  return (
    <Modal
      opened={codes !== null}
      onClose={close}
      title={m.identity_security_recovery_title()}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <div className={classes.stack}>
        <p className={classes.text}>{m.identity_security_recovery_text()}</p>
        <ul className={classes.codes}>
          {(codes ?? []).map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={classes.actions}>
          <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
            {m.identity_security_recovery_copy()}
          </Button>
          <Button onClick={close}>{m.identity_security_recovery_kept()}</Button>
        </div>
      </div>
    </Modal>
  );
}
