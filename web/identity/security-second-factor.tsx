import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { securityCalls } from '#contract/identity/security-calls.ts';
import type { Answer } from '#contract/kernel/call.ts';
import { Refused } from '#web/client/send.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { IconCopy } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './security.module.css';
import { useFreshAct } from './use-fresh-act.ts';

type Started = Answer<typeof securityCalls.startSecondFactor>;

/** Codes of an authenticator app, asked for after the password. */
export function SecondFactor() {
  const details = useCall(securityCalls.details, {});
  const [started, setStarted] = useState<Started | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [off, setOff] = useState(false);
  const start = useFreshAct(securityCalls.startSecondFactor, { done: setStarted, quiet: true });
  const turnOff = useFreshAct(securityCalls.turnOffSecondFactor, { done: () => setOff(false) });
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
        <Button variant="default" disabled={!details.data} loading={start.isPending} onClick={() => (isOn ? setOff(true) : void start.act({}))}>
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
        onConfirm={() => void turnOff.act({})}
      >
        {m.identity_security_second_off_text()}
      </ConfirmModal>
      {start.dialog}
      {turnOff.dialog}
    </Panel>
  );
}

function Enter({ started, close, done }: { started: Started | null; close: () => void; done: (codes: readonly string[]) => void }) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState('');
  const turnOn = useAct(securityCalls.turnOnSecondFactor, {
    done: ({ recovery_codes }) => {
      setCode('');
      done(recovery_codes);
    },
    handles: (problem) => {
      const about = problem instanceof Refused && problem.body.fields !== undefined;
      if (about) setWrong(m.identity_error_code());
      return about;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.replace(/\s/g, '').length !== 6) return setWrong(m.identity_code_needed());
    setWrong('');
    turnOn.mutate({ code });
  };
  return (
    <Modal
      opened={started !== null}
      onClose={close}
      title={m.identity_security_second_turn_on()}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
      closeOnClickOutside={false}
    >
      {started && (
        <form className={classes.stack} noValidate onSubmit={submit}>
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
          <TextInput
            label={m.identity_code()}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={wrong}
            data-autofocus
          />
          <div className={classes.actions}>
            <Button variant="default" onClick={close}>
              {m.shell_cancel()}
            </Button>
            <Button type="submit" loading={turnOn.isPending}>
              {m.identity_security_second_go()}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

/** Shown once. Closing by accident would lose them, so only the button closes. */
function Recovery({ codes, close }: { codes: readonly string[] | null; close: () => void }) {
  const { word } = useApp();
  const copy = async () => {
    await navigator.clipboard.writeText((codes ?? []).join('\n'));
    toast({ kind: 'success', title: word('successTitle'), text: m.identity_security_recovery_copied() });
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
