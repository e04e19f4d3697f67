import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { livingRentPeriodLabels, livingRoleLabels } from '#contract/living/labels.ts';
import { toPercent } from '#contract/money/cents.ts';
import { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import type { TenancyAction } from '#contract/tenancy/acts.ts';
import { type TenancyDetails, tenancyCalls } from '#contract/tenancy/calls.ts';
import { tenancyChargeFrequencyLabels } from '#contract/tenancy/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, countDaysBetween } from '#contract/time/days.ts';
import { useForm } from '#web/forms/use-form.ts';
import { getChargeName } from '#web/ui/charge.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './living.module.css';

type Answer = {
  readonly act: TenancyAction;
  readonly call: (typeof tenancyActionCalls)[
    | 'acceptShortNotice'
    | 'refuseShortNotice'
    | 'acceptRenewal'
    | 'declineRenewal'
    | 'acceptPeopleChange'
    | 'refusePeopleChange'
    | 'acceptTerms'
    | 'withdraw'
    | 'withdrawTransfer'];
  readonly verb: string;
  readonly ask: string;
  readonly text?: string;
  /** The version of the request that the tenant read; if the request has changed since, the answer is rejected. */
  readonly read?: object;
  /** The answer needs a reason. */
  readonly must?: true;
};
type Asked = {
  /** Both answers look equally prominent, so that the page does not push a tenant to give up a right. */ readonly even?: true;
  readonly title: string;
  readonly text: string;
  readonly why?: string;
  readonly answers: readonly Answer[];
};

/** A request to leave with less than the notice period, or on a day agreed by both sides. It takes effect only after a paying tenant accepts. */
function leaving({ leaving_ask: ask, notice_days: notice }: TenancyDetails): Asked[] {
  if (!ask) return [];
  const day = { date: formatDate(ask.on) };
  const days = countDaysBetween(ask.on, addDays(clock.today(), notice));
  return [
    {
      even: true,
      title: m.living_asks_leave(day),
      text: days > 0 ? m.living_asks_leave_text({ name: ask.by ?? '', days, notice }) : m.living_asks_leave_later({ name: ask.by ?? '' }),
      why: ask.reason,
      answers: [
        {
          act: 'agree_leaving',
          call: tenancyActionCalls.acceptShortNotice,
          verb: m.living_asks_leave_yes(day),
          ask: m.living_asks_leave_yes_ask(day),
          text: m.living_asks_leave_yes_text(day),
          read: { version: ask.version },
        },
        { act: 'refuse_leaving', call: tenancyActionCalls.refuseShortNotice, verb: m.living_asks_leave_no(), ask: m.living_asks_leave_no_ask() },
      ],
    },
  ];
}

function renewal({ renewal: offer, period }: TenancyDetails): Asked[] {
  if (!offer) return [];
  const day = { date: offer.ends_on ? formatDate(offer.ends_on) : m.living_open_end() };
  const rent = { rent: formatKes(offer.rent_cents), period: livingRentPeriodLabels[period]?.() ?? '' };
  return [
    {
      title: m.living_asks_renew(day),
      text: m.living_asks_renew_text({ ...rent, from: formatDate(offer.starts_on), until: formatDate(offer.until) }),
      why: offer.message,
      answers: [
        {
          act: 'accept_renewal',
          call: tenancyActionCalls.acceptRenewal,
          verb: m.living_asks_renew_yes(),
          ask: m.living_asks_renew_yes_ask(day),
          text: m.living_asks_renew_yes_text({ ...rent, from: formatDate(offer.starts_on) }),
          read: { version: offer.version },
        },
        { act: 'decline_renewal', call: tenancyActionCalls.declineRenewal, verb: m.living_asks_renew_no(), ask: m.living_asks_renew_no_ask() },
      ],
    },
  ];
}

/** A request to start or stop paying in this lease. Nothing changes until those asked accept. */
function people({ people_ask: ask, rent_cents, period }: TenancyDetails): Asked[] {
  if (!ask?.mine) return [];
  const day = { date: formatDate(ask.from) };
  const name = ask.by ?? '';
  const no = { act: 'refuse_people', call: tenancyActionCalls.refusePeopleChange, ask: m.living_asks_people_no_ask() } as const;
  const yes = { act: 'agree_people', call: tenancyActionCalls.acceptPeopleChange, read: { version: ask.version } } as const;
  if (ask.mine === 'out') {
    const title = m.living_asks_people_out(day);
    const names = ask.people.map((one) => one.name).join(', ');
    return [
      {
        even: true,
        title,
        text: m.living_asks_people_out_text({ name, names }),
        why: [ask.reason, ask.until && m.living_asks_people_out_until({ date: formatDate(ask.until) })].filter(Boolean).join(' '),
        answers: [
          { ...yes, verb: m.living_asks_people_out_yes(), ask: title, text: m.living_asks_people_out_yes_text(day) },
          { ...no, verb: m.living_asks_people_out_no() },
        ],
      },
    ];
  }
  const title = m.living_asks_people_in(day);
  const percent = `${toPercent(ask.mine.share_bp)} %`;
  const rent = { rent: formatKes(rent_cents), period: livingRentPeriodLabels[period]?.() ?? '' };
  return [
    {
      even: true,
      title,
      text: m.living_asks_people_in_text({ name, percent, role: livingRoleLabels[ask.mine.role](), ...rent }),
      why: ask.reason,
      answers: [
        { ...yes, verb: m.living_asks_people_in_yes(), ask: title, text: m.living_asks_people_in_yes_text({ ...day, percent }) },
        { ...no, verb: m.living_asks_people_in_no() },
      ],
    },
  ];
}

/** A manager recorded that the reader already rents the home. The tenancy begins, and its balance is billed, once those asked confirm it. */
function terms({
  terms_ask: ask,
  starts_on,
  ends_on,
  notice_days: days,
  rent_cents,
  period,
  deposit_cents,
  opening,
  charges,
}: TenancyDetails): Asked[] {
  if (!ask?.mine) return [];
  const title = m.living_asks_terms({ date: formatDate(starts_on) });
  const end = ends_on ? formatDate(ends_on) : m.living_open_end();
  const costs =
    charges
      .map(({ label, cents, often }) => {
        const sum = cents === null ? m.living_by_meter() : `${formatKes(cents)} · ${tenancyChargeFrequencyLabels[often]()}`;
        return `${getChargeName(label)} (${sum})`;
      })
      .join(', ') || m.living_asks_terms_no_charges();
  const about = {
    name: ask.by ?? '',
    rent: formatKes(rent_cents),
    period: livingRentPeriodLabels[period]?.() ?? '',
    deposit_sum: formatKes(deposit_cents),
    balance: formatKes(opening?.balance_cents ?? 0),
  };
  return [
    {
      even: true,
      title,
      text: m.living_asks_terms_text(about),
      why: [m.living_asks_terms_more({ days, end, charges: costs }), ask.until && m.living_asks_terms_until({ date: formatDate(ask.until) })]
        .filter(Boolean)
        .join(' '),
      answers: [
        {
          act: 'accept_terms',
          call: tenancyActionCalls.acceptTerms,
          verb: m.living_asks_terms_yes(),
          ask: title,
          text: m.living_asks_terms_yes_text(),
          read: { version: ask.version },
        },
        { act: 'withdraw', call: tenancyActionCalls.withdraw, verb: m.living_asks_terms_no(), ask: m.living_asks_terms_no_ask(), must: true },
      ],
    },
  ];
}

/** A planned transfer to another home. It goes ahead on its day unless a paying tenant declines it. */
function move({ transfer, period, rent_cents }: TenancyDetails): Asked[] {
  if (!transfer) return [];
  const date = formatDate(transfer.on);
  const title = m.living_asks_move({ date });
  const rent = transfer.rent_cents ?? rent_cents;
  return [
    {
      even: true,
      title,
      text: m.living_asks_move_text({ date, home: `${transfer.unit.name}, ${transfer.property.name}` }),
      why: m.living_asks_move_rent({ rent: formatKes(rent), period: livingRentPeriodLabels[period]?.() ?? '' }),
      answers: [
        { act: 'withdraw_transfer', call: tenancyActionCalls.withdrawTransfer, verb: m.living_asks_move_no(), ask: m.living_asks_move_no_ask() },
      ],
    },
  ];
}

/** Open requests to a paying tenant, each with its buttons; renders nothing when there is none. */
export function TenantAnswerForms({ of }: { of: TenancyDetails }) {
  const [answering, setAnswering] = useState<Answer | null>(null);
  const open = [...terms(of), ...leaving(of), ...renewal(of), ...people(of), ...move(of)].filter(({ answers }) =>
    answers.every(({ act }) => of.acts.includes(act)),
  );
  if (open.length === 0) return null;
  return (
    <div className={classes.asks}>
      {open.map(({ even, title, text, why, answers }) => (
        <Panel key={title} title={m.living_asks()}>
          <b>{title}</b>
          <p className={classes.quiet}>{text}</p>
          {why && <p className={classes.quiet}>{why}</p>}
          <div className={classes.reach}>
            {answers.map((answer, at) => (
              <Button key={answer.act} variant={even || at > 0 ? 'default' : 'filled'} onClick={() => setAnswering(answer)}>
                {answer.verb}
              </Button>
            ))}
          </div>
        </Panel>
      ))}
      {answering && <Answering {...answering} id={of.id} close={() => setAnswering(null)} />}
    </div>
  );
}

/** The dialog explains what accepting means; declining may include a reason. */
function Answering({ call, verb, ask, text, read, must, id, close }: Answer & { readonly id: number; readonly close: () => void }) {
  const form = useForm(call, {
    blank: { reason: '' },
    given: ({ reason }) => (read ? { id, ...read } : { id, reason: reason.trim() }),
    inPlace: true,
    touches: [tenancyCalls, tenancyActionCalls],
    said: () => m.living_asks_said(),
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={ask}
      confirmLabel={verb}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      problem={form.problem}
      onConfirm={form.submit}
    >
      {text ?? (
        <Textarea
          {...form.text('reason')}
          label={must ? m.living_asks_why() : `${m.living_asks_why()} ${m.shell_optional()}`}
          maxLength={500}
          autosize
          minRows={2}
        />
      )}
    </ConfirmModal>
  );
}
