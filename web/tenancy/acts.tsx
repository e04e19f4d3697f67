import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import type { TenancyAction } from '#contract/tenancy/acts.ts';
import { type TenancyDetails, tenancyCalls } from '#contract/tenancy/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { send } from '#web/client/client.ts';
import { useAction } from '#web/client/use-call.ts';
import { OpenPdfButton } from '#web/forms/download-buttons.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { m } from '#words/messages.js';
import { EndTenancyForm, listWaivableGuards, TenancyReasonForm, WaiveMoveInRequirementForm } from './act-forms.tsx';
import { getTenancyChangedMessage, makeTenancyActionOptions, type TenancyActionProps } from './action-props.ts';
import { GiveNoticeForm } from './leave-form.tsx';
import { useMoveInGuardLinks } from './move-in-checklist.tsx';
import { ChangePeopleForm, TransferTenancyForm } from './people-forms.tsx';
import {
  AddChargeForm,
  ChangeRentForm,
  listPlannedRentChanges,
  listStoppableCharges,
  OfferRenewalForm,
  RecordRenewalForm,
  StopChargeForm,
  WithdrawRentChangeForm,
} from './term-forms.tsx';

type Offered = {
  readonly key: string;
  readonly act: TenancyAction;
  readonly verb: () => string;
  readonly form: (doing: TenancyActionProps) => ReactNode;
  /** The action is not offered if there is nothing to apply it to. */
  readonly where?: (of: TenancyDetails) => boolean;
};
/** The actions of this page. Actions of the tenant, in their own dashboard, are not included. */
const offered: readonly Offered[] = [
  { key: 'activate', act: 'activate', verb: m.tenancy_act_activate, form: (doing) => <Activate {...doing} /> },
  {
    key: 'waive',
    act: 'waive',
    verb: m.tenancy_act_waive,
    form: (doing) => <WaiveMoveInRequirementForm {...doing} />,
    where: (of) => listWaivableGuards(of).length > 0,
  },
  { key: 'record_renewal', act: 'record_renewal', verb: m.tenancy_act_record_renewal, form: (doing) => <RecordRenewalForm {...doing} /> },
  { key: 'offer_renewal', act: 'offer_renewal', verb: m.tenancy_act_offer_renewal, form: (doing) => <OfferRenewalForm {...doing} /> },
  { key: 'withdraw_renewal', act: 'withdraw_renewal', verb: m.tenancy_act_withdraw_renewal, form: (doing) => <WithdrawRenewal {...doing} /> },
  { key: 'change_rent', act: 'change_rent', verb: m.tenancy_act_change_rent, form: (doing) => <ChangeRentForm {...doing} /> },
  {
    key: 'withdraw_rent',
    act: 'withdraw_rent',
    verb: m.tenancy_act_withdraw_rent,
    form: (doing) => <WithdrawRentChangeForm {...doing} />,
    where: (of) => listPlannedRentChanges(of).length > 0,
  },
  { key: 'add_charge', act: 'change_charges', verb: m.tenancy_act_change_charges, form: (doing) => <AddChargeForm {...doing} /> },
  {
    key: 'stop_charge',
    act: 'change_charges',
    verb: m.tenancy_act_stop_charge,
    form: (doing) => <StopChargeForm {...doing} />,
    where: (of) => listStoppableCharges(of).length > 0,
  },
  { key: 'change_people', act: 'change_people', verb: m.tenancy_act_change_people, form: (doing) => <ChangePeopleForm {...doing} /> },
  { key: 'withdraw_people', act: 'withdraw_people', verb: m.tenancy_act_withdraw_people, form: (doing) => <WithdrawPeople {...doing} /> },
  { key: 'transfer', act: 'transfer', verb: m.tenancy_act_transfer, form: (doing) => <TransferTenancyForm {...doing} /> },
  {
    key: 'withdraw_transfer',
    act: 'withdraw_transfer',
    verb: m.tenancy_act_withdraw_transfer,
    form: (doing) => <TenancyReasonForm {...doing} what="withdraw_transfer" />,
  },
  { key: 'leave', act: 'leave', verb: m.tenancy_act_leave, form: (doing) => <GiveNoticeForm {...doing} /> },
  { key: 'withdraw_ask', act: 'withdraw_ask', verb: m.tenancy_act_withdraw_ask, form: (doing) => <WithdrawAsk {...doing} /> },
  {
    key: 'review_objection',
    act: 'review_objection',
    verb: m.tenancy_act_review_objection,
    form: (doing) => <TenancyReasonForm {...doing} what="review_objection" />,
  },
  { key: 'stay_on', act: 'stay_on', verb: m.tenancy_act_stay_on, form: (doing) => <TenancyReasonForm {...doing} what="stay_on" /> },
  { key: 'end', act: 'end', verb: m.tenancy_act_end, form: (doing) => <EndTenancyForm {...doing} /> },
  { key: 'withdraw', act: 'withdraw', verb: m.tenancy_act_withdraw, form: (doing) => <TenancyReasonForm {...doing} what="withdraw" /> },
];
/** Irreversible actions are last, and red. */
const ending: readonly string[] = ['end', 'withdraw'];
/** The next step: moving in, the end of a tenancy with a leaving day, else a renewal. */
function nextOf(of: TenancyDetails): string {
  if (of.acts.includes('activate')) return 'activate';
  // A tenant with a later leaving day is not at the end yet.
  if (of.leaving_on) return of.leaving_on <= clock.today() ? 'end' : '';
  return of.renewal ? 'record_renewal' : 'offer_renewal';
}

/** The next step as a button, the others in its menu. */
export function TenancyActions({ of }: { of: TenancyDetails }) {
  const [asked, setAsked] = useState<string | null>(null);
  // "Move in" is not offered while a condition is missing, because the server would reject it.
  const open = offered.filter(
    ({ act, key, where }) => of.acts.includes(act) && (where?.(of) ?? true) && !(key === 'activate' && of.missing.length > 0),
  );
  const first = open.find(({ key }) => key === nextOf(of));
  const { doors, dialog } = useMoveInGuardLinks(of);
  const [door] = doors;
  const others = open.filter(({ key }) => key !== first?.key);
  return (
    <>
      <OpenPdfButton label={m.tenancy_statement_open()} address={async () => (await send(tenancyCalls.statementLink, { id: of.id })).address} />
      {!first && door && (
        <Button loading={door.busy} onClick={door.press}>
          {door.label}
        </Button>
      )}
      {dialog}
      {first && <Button onClick={() => setAsked(first.key)}>{first.verb()}</Button>}
      {others.length > 0 && (
        <MoreMenu
          label={m.shell_more()}
          items={others.map(({ key, verb }) => ({ label: verb(), danger: ending.includes(key), onClick: () => setAsked(key) }))}
        />
      )}
      {offered.find(({ key }) => key === asked)?.form({ of, close: () => setAsked(null) })}
    </>
  );
}

type Plain = TenancyActionProps & {
  readonly call: (typeof tenancyActionCalls)['activate' | 'withdrawRenewal' | 'withdrawPeopleChange' | 'withdrawShortNotice'];
  readonly title: string;
  readonly verb: string;
  readonly text: string;
};
/** An action that needs only a confirmation. */
function Sure({ of, close, call, title, verb, text }: Plain) {
  const act = useAction(call, { said: getTenancyChangedMessage, ...makeTenancyActionOptions(close) });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={title}
      confirmLabel={verb}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id })}
    >
      {text}
    </ConfirmModal>
  );
}
const Activate = (doing: TenancyActionProps) => (
  <Sure
    {...doing}
    call={tenancyActionCalls.activate}
    title={m.tenancy_act_activate_title()}
    verb={m.tenancy_act_activate()}
    text={m.tenancy_act_activate_text()}
  />
);
const WithdrawRenewal = (doing: TenancyActionProps) => (
  <Sure
    {...doing}
    call={tenancyActionCalls.withdrawRenewal}
    title={m.tenancy_act_withdraw_renewal_title()}
    verb={m.tenancy_act_withdraw_renewal()}
    text={m.tenancy_act_withdraw_renewal_text()}
  />
);
const WithdrawPeople = (doing: TenancyActionProps) => (
  <Sure
    {...doing}
    call={tenancyActionCalls.withdrawPeopleChange}
    title={m.tenancy_act_withdraw_people_title()}
    verb={m.tenancy_act_withdraw_people()}
    text={m.tenancy_act_withdraw_people_text()}
  />
);
const WithdrawAsk = (doing: TenancyActionProps) => (
  <Sure
    {...doing}
    call={tenancyActionCalls.withdrawShortNotice}
    title={m.tenancy_act_withdraw_ask_title()}
    verb={m.tenancy_act_withdraw_ask()}
    text={m.tenancy_act_withdraw_ask_text()}
  />
);
