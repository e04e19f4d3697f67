import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { accessCalls } from '#contract/access/all-calls.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { type PersonDetails, peopleCalls } from '#contract/people/calls.ts';
import { type AccountAction, dualApprovalActions } from '#contract/people/kinds.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { useCall, useInvalidateCalls } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { EarbApprovalField } from './earb.tsx';
import { EditPersonForm, RegionForm, UpgradeAccountForm } from './forms.tsx';
import classes from './people.module.css';
import { accountDecisionNumbers, type ConfirmableAccountAction, confirmationTexts, formatAccountActionConsequences } from './words.ts';

export type RequestedAccountAction = AccountAction | 'edit' | null;

/** The dialogs of account actions: a confirmation that explains the effect, or a short form. */
export function AccountActionDialog({
  person,
  wanted,
  want,
  gone,
}: {
  person: PersonDetails;
  wanted: RequestedAccountAction;
  want: (next: RequestedAccountAction) => void;
  /** The address to open after the account is deleted. */
  gone: string;
}) {
  const close = () => want(null);
  const form = wanted === 'region' || wanted === 'upgrade' || wanted === 'edit';
  return (
    <>
      <Ask
        key={person.id}
        person={person}
        asked={wanted !== null && !form ? (wanted as ConfirmableAccountAction) : null}
        close={close}
        giveCounty={() => want('region')}
        gone={gone}
      />
      {wanted === 'region' && <RegionForm person={person} close={close} />}
      {wanted === 'upgrade' && <UpgradeAccountForm person={person} close={close} />}
      {wanted === 'edit' && <EditPersonForm person={person} close={close} />}
    </>
  );
}

/** For a super admin this only makes a request; a second super admin confirms. */
const isTwo = (person: PersonDetails, asked: ConfirmableAccountAction) => (asked === 'enable' ? person.enabling_needs_two : isDual(person, asked));
const isDual = (person: PersonDetails, asked: ConfirmableAccountAction) =>
  person.user_type === userTypes.superadmin && (dualApprovalActions as readonly string[]).includes(asked);
const callOf = (person: PersonDetails, asked: ConfirmableAccountAction) => (isDual(person, asked) ? peopleCalls.askSuperadmin : plainCallOf(asked));
const plainCallOf = (asked: ConfirmableAccountAction) =>
  asked === 'delete' ? peopleCalls.remove : asked === 'enable' || asked === 'disable' ? peopleCalls.changeActive : peopleCalls.changeStatus;

type AskProps = { person: PersonDetails; asked: ConfirmableAccountAction | null; close: () => void; giveCounty: () => void; gone: string };
function Ask({ person, asked, close, giveCounty, gone }: AskProps) {
  const navigate = useNavigate();
  const reread = useInvalidateCalls(peopleCalls.changeStatus);
  // The last question stays readable while the dialog fades out.
  const [shown, setShown] = useState<ConfirmableAccountAction>('activate');
  const words = confirmationTexts[shown];
  const two = isTwo(person, shown);
  const needsReason = two || words.reason === 'needed';
  const form = useForm(callOf(person, shown), {
    blank: { reason: '', earb: '' },
    given: ({ reason, earb }) => {
      const said = { user_id: person.id, ...(reason.trim() ? { reason: reason.trim() } : {}) };
      if (isDual(person, shown))
        return { user_id: person.id, act: shown === 'delete' ? ('delete' as const) : ('disable' as const), reason: reason.trim() };
      if (shown === 'delete') return { ...said, user_code: person.code };
      return shown === 'enable' || shown === 'disable'
        ? { ...said, is_active: shown === 'enable' }
        : {
            ...said,
            state: accountDecisionNumbers[shown],
            updated_at: person.updated_at,
            ...(earb ? { earb: earb === 'none' ? ('none' as const) : Number(earb) } : {}),
          };
    },
    check: ({ reason }): Record<string, string> => (needsReason && reason.trim().length < 3 ? { reason: m.people_reason_needed() } : {}),
    touches: [accessCalls, propertyCalls],
    // The record was changed since the dialog opened: the dialog shows the current data and stays open.
    handles: (why) => {
      if (why instanceof CallRejectedError && why.status === 409) void reread();
      return false;
    },
    said: () => (two ? m.said_two_asked({ name: person.name }) : ''),
    done: () => (shown === 'delete' && !two ? navigate(gone, { replace: true }) : close()),
  });
  if (asked && asked !== shown) {
    setShown(asked);
    form.reset();
  }
  return (
    <ConfirmModal
      opened={asked !== null}
      onClose={close}
      title={words.asks({ name: person.name })}
      confirmLabel={two ? m.people_two_ask() : words.verb()}
      cancelLabel={shown === 'delete' ? m.people_delete_keep() : m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={words.danger}
      loading={form.busy}
      onConfirm={form.submit}
      {...(shown === 'delete' && !two ? { type: { label: m.people_delete_type({ code: person.code }), expected: person.code } } : {})}
    >
      {two ? m.people_two_text() : words.tells()}
      {words.danger && asked !== null && <Consequences person={person} />}
      {shown === 'activate' && person.user_type === userTypes.dealer && person.region === null && <NoCounty person={person} give={giveCounty} />}
      {asked === 'activate' && person.user_type === userTypes.agent && (
        <EarbApprovalField
          person={person}
          choice={{ value: form.values.earb, onChange: (value) => form.set('earb', value), error: form.problems.earb }}
        />
      )}
      {needsReason && (
        <Textarea
          className={classes.reason ?? ''}
          label={m.people_reason()}
          description={m.people_reason_help()}
          {...form.text('reason')}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
      )}
    </ConfirmModal>
  );
}

/** What is affected together with the account, counted by the server before confirmation. */
function Consequences({ person }: { person: PersonDetails }) {
  const { data } = useCall(peopleCalls.consequences, { user_id: person.id });
  const follows = data && formatAccountActionConsequences(data);
  if (!follows) return null;
  return (
    <Note tone="guard" className={classes.reason ?? ''}>
      {follows}
    </Note>
  );
}

/** A dealer works in a county the platform assigns: the approver sees the requested one and can assign it first. */
function NoCounty({ person, give }: { person: PersonDetails; give: () => void }) {
  const { asked_region } = person;
  return (
    <Note
      tone="guard"
      className={classes.reason ?? ''}
      action={
        person.acts.includes('region') && (
          <Button variant="default" size="xs" onClick={give}>
            {m.people_region_give()}
          </Button>
        )
      }
    >
      {asked_region ? m.people_region_asked_note({ county: asked_region.name }) : m.people_region_none_note()}
    </Note>
  );
}
