import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { contactCalls } from '#contract/identity/contact-calls.ts';
import { type AccountDetails, securityCalls } from '#contract/identity/security-calls.ts';
import { familyCalls } from '#contract/people/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { useReturnFocus } from '#web/ui/dash/overlay/use-return-focus.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { phone as spaced } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import {
  formatPhoneNumberStatus,
  getEmailFormTexts,
  getPhoneNumberChangeKind,
  getPhoneNumberFormTexts,
  type PhoneNumberChangeKind,
} from './contact-words.ts';
import classes from './security.module.css';

const touches = [securityCalls, ...Object.values(familyCalls)];
type Asked = PhoneNumberChangeKind | 'email' | 'gone' | null;

/** The user's phone and email: a new one counts after its code was entered. */
export function SecurityContacts() {
  const details = useCall(securityCalls.details, {});
  const [asked, setAsked] = useState<Asked>(null);
  if (!details.data) return <LoadingState answer={details} rows={2} />;
  const { phone, phone_proved, phone_lapsed, email } = details.data;
  const way = getPhoneNumberChangeKind(details.data);
  const close = () => setAsked(null);
  return (
    <Panel title={m.identity_contacts()}>
      <div className={classes.stack}>
        <div className={classes.line}>
          <p className={classes.text}>{formatPhoneNumberStatus(details.data)}</p>
          <div className={classes.buttons}>
            {phone && email !== null && (
              <Button variant="default" onClick={() => setAsked('gone')}>
                {m.identity_contacts_gone()}
              </Button>
            )}
            <Button variant="default" onClick={() => setAsked(way)}>
              {getPhoneNumberFormTexts(way, '').title}
            </Button>
            {phone_lapsed && (
              <Button variant="default" onClick={() => setAsked('again')}>
                {m.identity_contacts_number_again()}
              </Button>
            )}
          </div>
        </div>
        <div className={classes.line}>
          <p className={classes.text}>{email === null ? m.identity_contacts_email_none() : m.identity_contacts_email({ email })}</p>
          <Button variant="default" onClick={() => setAsked('email')}>
            {getEmailFormTexts(details.data).title}
          </Button>
        </div>
      </div>
      {(asked === 'add' || asked === 'prove' || asked === 'change' || asked === 'again') && (
        <NewNumber way={asked} phone={phone && (asked === 'again' || !phone_proved) ? spaced(phone) : ''} close={close} />
      )}
      {asked === 'email' && <NewEmail details={details.data} close={close} />}
      {asked === 'gone' && phone && <Gone phone={phone} close={close} />}
    </Panel>
  );
}

function NewNumber({ way, phone, close }: { way: PhoneNumberChangeKind; phone: string; close: () => void }) {
  const [sent, setSent] = useState('');
  const ask = useForm(contactCalls.askNumber, {
    blank: { phone },
    given: ({ phone }) => ({ phone }),
    says: { phone: m.problem_phone },
    inPlace: true,
    quiet: true,
    done: (answer) => setSent(answer.phone),
  });
  const { title, text, field, code } = getPhoneNumberFormTexts(way, phone);
  if (sent) return <NumberCode phone={sent} title={title} label={code} close={close} />;
  return (
    <Step title={title} close={close} form={ask} verb={m.identity_phone_send()}>
      <p className={classes.text}>{text}</p>
      {way !== 'again' && <TextInput {...ask.text('phone')} label={field} type="tel" maxLength={40} autoComplete="tel" data-autofocus />}
    </Step>
  );
}

type CodeProps = { title: string; label: string; close: () => void };
function NumberCode({ phone, title, label, close }: CodeProps & { phone: string }) {
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
    <Step title={title} close={close} form={form} verb={m.identity_contacts_number_use()}>
      <p className={classes.text}>{m.identity_contacts_code_sent({ to: spaced(phone) })}</p>
      <Code field={form.text('code')} label={label} />
    </Step>
  );
}

function NewEmail({ details, close }: { details: AccountDetails; close: () => void }) {
  const [sent, setSent] = useState('');
  const ask = useForm(contactCalls.askEmail, {
    blank: { email: '' },
    given: ({ email }) => ({ email: email.trim() }),
    says: { email: m.identity_contacts_email_needed },
    inPlace: true,
    quiet: true,
    done: (answer) => setSent(answer.email),
  });
  const { title, text, field, code } = getEmailFormTexts(details);
  if (sent) return <EmailCode email={sent} title={title} label={code} close={close} />;
  return (
    <Step title={title} close={close} form={ask} verb={m.identity_contacts_email_send()}>
      <p className={classes.text}>{text}</p>
      <TextInput {...ask.text('email')} label={field} type="email" maxLength={320} autoComplete="email" data-autofocus />
    </Step>
  );
}

function EmailCode({ email, title, label, close }: CodeProps & { email: string }) {
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
    <Step title={title} close={close} form={form} verb={m.identity_contacts_email_use()}>
      <p className={classes.text}>{m.identity_contacts_code_sent({ to: email })}</p>
      <Code field={form.text('code')} label={label} />
    </Step>
  );
}

const Code = ({ field, label }: { field: object; label: string }) => (
  <TextInput {...field} label={label} inputMode="numeric" autoComplete="one-time-code" maxLength={9} data-autofocus />
);

type StepProps = {
  title: string;
  close: () => void;
  form: { readonly submit: (event: FormEvent<HTMLFormElement>) => void; readonly busy: boolean; readonly problem: string };
  verb: string;
  children: ReactNode;
};
function Step({ title, close, form, verb, children }: StepProps) {
  useReturnFocus(true);
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
  const act = useAction(contactCalls.giveUpNumber, {
    inPlace: true,
    touches,
    said: () => m.said_number_gone({ number: spaced(phone) }),
    done: close,
  });
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
