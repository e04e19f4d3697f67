import { Button, FileInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { agreementMoveLabels, leaseWarningLabels } from '#contract/agreement/labels.ts';
import type { AgreementDetails, AgreementParty } from '#contract/agreement/shapes.ts';
import { livingCalls } from '#contract/living/calls.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { AgreementPartiesForm, AgreementTextForm } from './edit.tsx';
import type { AgreementMove } from './labels.ts';

type Asked = AgreementMove | 'parties';
/** The possible next steps, in this order; other acts are in the menu behind the button. */
const firsts: readonly AgreementMove[] = ['sign', 'confirm_paper', 'seal_again', 'send', 'new_version'];
/** The queries of other modules that a change of an agreement affects. */
const touches = [tenancyCalls, livingCalls];

/** The server decides which buttons are shown. */
export function AgreementActions({ of }: { of: AgreementDetails }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const sign = useAction(agreementCalls.ownSigningLink, { quiet: true, done: ({ path }) => window.location.assign(path) });
  const first = firsts.find((move) => of.moves.includes(move));
  const others = of.moves.filter((move) => move !== first && move !== 'resend' && move !== 'change_number');
  const go = (move: Asked) => (move === 'sign' ? sign.mutate({ id: of.id }) : setAsked(move));
  return (
    <>
      {first && (
        <Button loading={sign.isPending} onClick={() => go(first)}>
          {agreementMoveLabels[first]()}
        </Button>
      )}
      <MoreMenu
        label={m.shell_more()}
        items={others.flatMap((move) => [
          { label: agreementMoveLabels[move](), onClick: () => go(move), ...(move === 'void' ? { danger: true } : {}) },
          ...(move === 'edit' ? [{ label: m.agreements_act_parties(), onClick: () => go('parties') }] : []),
        ])}
      />
      {asked === 'edit' && <AgreementTextForm of={of} close={close} />}
      {asked === 'parties' && <AgreementPartiesForm of={of} close={close} />}
      {asked === 'send' && <Send of={of} close={close} />}
      {asked === 'void' && <Void of={of} close={close} />}
      {asked === 'bring_paper' && <BringPaper of={of} close={close} />}
      {asked === 'new_version' && <NewVersion of={of} close={close} />}
      {asked === 'confirm_paper' && <ConfirmPaper of={of} close={close} />}
      {asked === 'seal_again' && <SealAgain of={of} close={close} />}
    </>
  );
}

type Doing = { of: AgreementDetails; close: () => void };
const saved = ({ code }: { code: string }) => m.said_saved({ name: code });

function Send({ of, close }: Doing) {
  const act = useAction(agreementCalls.send, { inPlace: true, touches, said: ({ code }) => m.agreements_said_sent({ code }), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.agreements_send_title()}
      confirmLabel={m.agreements_act_send()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      ready={of.missing.length === 0}
      problem={act.problem || (of.missing.length > 0 ? m.agreement_problem_missing({ fields: of.missing.join(', ') }) : '')}
      onConfirm={() => act.mutate({ id: of.id, revision: of.revision })}
    >
      <p>{of.sequential ? m.agreements_send_text_turns() : m.agreements_send_text_all()}</p>
      {of.cautions.map((one) => (
        <Note key={one} tone="guard" className={classes.note ?? ''}>
          {leaseWarningLabels[one]()}
        </Note>
      ))}
    </ConfirmModal>
  );
}

function Void({ of, close }: Doing) {
  const form = useForm(agreementCalls.void, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: of.id, reason }),
    inPlace: true,
    touches,
    said: ({ code }) => m.agreements_said_void({ code }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.agreements_act_void()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.agreements_act_void()} />}
    >
      <p>{m.agreements_void_text()}</p>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <Textarea {...form.text('reason')} label={m.agreements_reason()} maxLength={500} autosize minRows={3} />
    </FormDrawer>
  );
}

function BringPaper({ of, close }: Doing) {
  const form = useForm(agreementCalls.uploadSignedScan, {
    blank: { file: null as File | null },
    given: ({ file }) => ({ id: of.id, file: file ?? new Blob() }),
    check: ({ file }): Record<string, string> => (file ? {} : { file: m.agreements_need_scan() }),
    inPlace: true,
    touches,
    said: ({ code }) => m.agreements_said_paper({ code }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.agreements_act_bring_paper()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.agreements_act_bring_paper()} />}
    >
      <p>{m.agreements_paper_text_help()}</p>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <FileInput
        label={m.agreements_paper_scan()}
        placeholder={m.agreements_choose_scan()}
        accept="application/pdf"
        value={form.values.file}
        onChange={(file) => form.set('file', file)}
        error={form.problems.file}
      />
    </FormDrawer>
  );
}

function NewVersion({ of, close }: Doing) {
  const { link } = useDashboard();
  const go = useNavigate();
  const act = useAction(agreementCalls.newVersion, {
    inPlace: true,
    touches,
    said: ({ code }) => m.said_added({ name: code }),
    done: ({ id, code }) => go(link('agreement.detail', { id, code })),
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.agreements_new_version_title()}
      confirmLabel={m.agreements_act_new_version()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id })}
    >
      {m.agreements_new_version_text({ code: of.code })}
    </ConfirmModal>
  );
}

function ConfirmPaper({ of, close }: Doing) {
  const act = useAction(agreementCalls.confirmSignedScan, { inPlace: true, touches, said: saved, done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.agreements_confirm_paper_title()}
      confirmLabel={m.agreements_act_confirm_paper()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id, sha256: of.scan_sha256 ?? '' })}
    >
      <p>{m.agreements_confirm_paper_text()}</p>
      {of.scan && (
        <a href={of.scan} target="_blank" rel="noreferrer">
          {m.agreements_paper_scan()}
        </a>
      )}
    </ConfirmModal>
  );
}

function SealAgain({ of, close }: Doing) {
  const act = useAction(agreementCalls.retrySeal, { inPlace: true, said: ({ code }) => m.agreements_said_seal({ code }), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.agreements_seal_again_title()}
      confirmLabel={m.agreements_act_seal_again()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id })}
    >
      {m.agreements_seal_again_text()}
    </ConfirmModal>
  );
}

/** For each signer without an answer: a new link, and a change of number if they have no account. */
export function AgreementPartyActions({ of, party }: { of: AgreementDetails; party: AgreementParty }) {
  const [asked, setAsked] = useState(false);
  const resend = useAction(agreementCalls.resend, { said: () => m.agreements_said_resent({ name: party.name }) });
  const asking = party.status === 'sent' || party.status === 'viewed';
  const resends = asking && of.moves.includes('resend');
  const changes = (asking || party.status === 'waiting') && of.moves.includes('change_number') && !party.account;
  if (!resends && !changes) return null;
  return (
    <div className={classes.acts}>
      {resends && (
        <Button size="compact-sm" variant="default" loading={resend.isPending} onClick={() => resend.mutate({ id: of.id, party_id: party.id })}>
          {agreementMoveLabels.resend()}
        </Button>
      )}
      {changes && (
        <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
          {agreementMoveLabels.change_number()}
        </Button>
      )}
      {asked && <ChangeNumber of={of} party={party} close={() => setAsked(false)} />}
    </div>
  );
}

function ChangeNumber({ of, party, close }: Doing & { party: AgreementParty }) {
  const form = useForm(agreementCalls.changeNumber, {
    blank: { phone: party.phone ?? '', email: party.email ?? '' },
    given: (values) => ({ id: of.id, party_id: party.id, ...values }),
    inPlace: true,
    said: () => m.said_saved({ name: party.name }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.agreements_number_title({ name: party.name })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.agreements_save()} />}
    >
      <p>{m.agreements_number_text()}</p>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <TextInput {...form.text('phone')} type="tel" label={m.agreements_phone()} />
      <TextInput {...form.text('email')} type="email" label={m.agreements_email()} />
    </FormDrawer>
  );
}
