import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { contactCalls } from '#contract/identity/contact-calls.ts';
import { type OwnDetails, securityCalls } from '#contract/identity/security-calls.ts';
import { familyCalls } from '#contract/people/calls.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { Waiting } from '#web/layout/waiting.tsx';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { phone as spaced } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './security.module.css';

const touches = [securityCalls, ...Object.values(familyCalls)];
type Asked = 'number' | 'email' | 'gone' | null;

/** One's number and e-mail: a new one counts once a code that was sent there was typed. */
export function Contacts() {
  const details = useCall(securityCalls.details, {});
  const [asked, setAsked] = useState<Asked>(null);
  if (!details.data) return <Waiting answer={details} rows={2} />;
  const { phone, phone_proved, email } = details.data;
  const close = () => setAsked(null);
  return (
    <Panel title={m.identity_contacts()}>
      <div className={classes.stack}>
        <div className={classes.line}>
          <p className={classes.text}>{numberText(details.data)}</p>
          <div className={classes.buttons}>
            {phone && email !== null && (
              <Button variant="default" onClick={() => setAsked('gone')}>
                {m.identity_contacts_gone()}
              </Button>
            )}
            <Button variant="default" onClick={() => setAsked('number')}>
              {phone_proved ? m.identity_contacts_number_change() : m.identity_contacts_number_add()}
            </Button>
          </div>
        </div>
        <div className={classes.line}>
          <p className={classes.text}>{email === null ? m.identity_contacts_email_none() : m.identity_contacts_email({ email })}</p>
          <Button variant="default" onClick={() => setAsked('email')}>
            {email === null ? m.identity_contacts_email_add() : m.identity_contacts_email_change()}
          </Button>
        </div>
      </div>
      {asked === 'number' && <NewNumber phone={phone && !phone_proved ? spaced(phone) : ''} close={close} />}
      {asked === 'email' && <NewEmail close={close} />}
      {asked === 'gone' && phone && <Gone phone={phone} close={close} />}
    </Panel>
  );
}

function numberText({ phone, phone_proved }: OwnDetails): string {
  if (!phone) return m.identity_contacts_number_none();
  const number = spaced(phone);
  return phone_proved ? m.identity_contacts_number({ number }) : m.identity_contacts_number_unproved({ number });
}

function NewNumber({ phone, close }: { phone: string; close: () => void }) {
  const [sent, setSent] = useState('');
  const ask = useForm(contactCalls.askNumber, {
    blank: { phone },
    given: ({ phone }) => ({ phone }),
    says: { phone: m.problem_phone },
    inPlace: true,
    quiet: true,
    done: (answer) => setSent(answer.phone),
  });
  const title = m.identity_contacts_number_change();
  if (sent) return <NumberCode phone={sent} close={close} />;
  return (
    <Step title={title} close={close} form={ask} verb={m.identity_phone_send()}>
      <p className={classes.text}>{m.identity_contacts_number_text()}</p>
      <TextInput {...ask.text('phone')} label={m.identity_contacts_number_new()} type="tel" maxLength={40} autoComplete="tel" data-autofocus />
    </Step>
  );
}

function NumberCode({ phone, close }: { phone: string; close: () => void }) {
  const { reread } = useApp();
  const form = useForm(contactCalls.changeNumber, {
    blank: { code: '' },
    given: ({ code }) => ({ phone, code }),
    says: { code: m.identity_contacts_code_needed },
    touches,
    inPlace: true,
    said: () => m.said_number({ number: spaced(phone) }),
    done: async () => {
      await reread();
      close();
    },
  });
  return (
    <Step title={m.identity_contacts_number_change()} close={close} form={form} verb={m.identity_contacts_number_use()}>
      <p className={classes.text}>{m.identity_contacts_code_sent({ to: spaced(phone) })}</p>
      <Code field={form.text('code')} />
    </Step>
  );
}

function NewEmail({ close }: { close: () => void }) {
  const [sent, setSent] = useState('');
  const ask = useForm(contactCalls.askEmail, {
    blank: { email: '' },
    given: ({ email }) => ({ email: email.trim() }),
    says: { email: m.identity_contacts_email_needed },
    inPlace: true,
    quiet: true,
    done: (answer) => setSent(answer.email),
  });
  if (sent) return <EmailCode email={sent} close={close} />;
  return (
    <Step title={m.identity_contacts_email_change()} close={close} form={ask} verb={m.identity_contacts_email_send()}>
      <p className={classes.text}>{m.identity_contacts_email_text()}</p>
      <TextInput {...ask.text('email')} label={m.identity_contacts_email_new()} type="email" maxLength={320} autoComplete="email" data-autofocus />
    </Step>
  );
}

function EmailCode({ email, close }: { email: string; close: () => void }) {
  const { reread } = useApp();
  const form = useForm(contactCalls.changeEmail, {
    blank: { code: '' },
    given: ({ code }) => ({ email, code }),
    says: { code: m.identity_contacts_code_needed },
    touches,
    inPlace: true,
    said: () => m.said_email({ email }),
    done: async () => {
      await reread();
      close();
    },
  });
  return (
    <Step title={m.identity_contacts_email_change()} close={close} form={form} verb={m.identity_contacts_email_use()}>
      <p className={classes.text}>{m.identity_contacts_code_sent({ to: email })}</p>
      <Code field={form.text('code')} />
    </Step>
  );
}

const Code = ({ field }: { field: object }) => (
  <TextInput {...field} label={m.identity_phone_code()} inputMode="numeric" autoComplete="one-time-code" maxLength={9} data-autofocus />
);

type StepProps = {
  title: string;
  close: () => void;
  form: { readonly submit: (event: FormEvent<HTMLFormElement>) => void; readonly busy: boolean; readonly problem: string };
  verb: string;
  children: ReactNode;
};
function Step({ title, close, form, verb, children }: StepProps) {
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': m.shell_close() }}>
      <form className={classes.stack} noValidate onSubmit={form.submit}>
        {children}
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            {m.shell_cancel()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {verb}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Gone({ phone, close }: { phone: string; close: () => void }) {
  const act = useAct(contactCalls.giveUpNumber, { inPlace: true, touches, said: () => m.said_number_gone({ number: spaced(phone) }), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.identity_contacts_gone_title({ number: spaced(phone) })}
      confirmLabel={m.identity_contacts_gone_verb()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({})}
    >
      {m.identity_contacts_gone_text()}
    </ConfirmModal>
  );
}
