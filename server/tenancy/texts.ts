import { moveInGuards } from '#contract/tenancy/guards.ts';
import { moveInGuardLabels, tenancyEndKindLabels } from '#contract/tenancy/labels.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate, formatShortDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

const lacking = (names: string): string =>
  moveInGuards
    .filter((guard) => names.split(' ').includes(guard))
    .map((guard) => moveInGuardLabels[guard]())
    .join(', ');

type Dated = { readonly home: string; readonly day: string };
type Said = (about: Dated) => string;
const dated = (heading: Said, message: Said) => (p: Dated) => {
  const about = { home: p.home, day: formatLongDate(p.day) };
  return { heading: heading(about), message: message(about) };
};
const ending = (p: Dated & { readonly days: string }) => ({
  heading: m.tenancy_mail_ending_heading({ home: p.home, count: Number(p.days) }),
  message: m.tenancy_mail_ending_message({ home: p.home, day: formatLongDate(p.day) }),
});

const byDay = (write: Said) => (p: Dated) => write({ home: p.home, day: formatShortDate(p.day) });

const charged = { once: m.tenancy_mail_charge_once, monthly: m.tenancy_mail_charge_monthly, yearly: m.tenancy_mail_charge_yearly } as const;
const chargedBySms = { once: m.tenancy_sms_charge_once, monthly: m.tenancy_sms_charge_monthly, yearly: m.tenancy_sms_charge_yearly } as const;

export const tenancyTexts = withSmsTexts(
  {
    'tenancy.starting': dated(m.tenancy_mail_starting_heading, m.tenancy_mail_starting_message),
    'tenancy.terms_asked': (p) => {
      const about = { home: p.home, by: p.by, day: formatLongDate(p.day) };
      return {
        heading: m.tenancy_mail_terms_heading({ home: p.home }),
        message: p.until ? m.tenancy_mail_terms_until({ ...about, until: formatLongDate(p.until) }) : m.tenancy_mail_terms_message(about),
      };
    },
    'tenancy.terms_declined': ({ home, name }) => ({
      heading: m.tenancy_mail_terms_declined_heading({ home }),
      message: m.tenancy_mail_terms_declined_message({ home, name }),
    }),
    'tenancy.ready': (p) => {
      const about = { home: p.home, name: p.name, day: formatLongDate(p.day) };
      return { heading: m.tenancy_mail_ready_heading(about), message: m.tenancy_mail_ready_message(about) };
    },
    'tenancy.active': dated(m.tenancy_mail_active_heading, m.tenancy_mail_active_message),
    'tenancy.missing': (p) => ({
      heading: m.tenancy_mail_missing_heading({ home: p.home }),
      message: m.tenancy_mail_missing_message({ home: p.home, day: formatLongDate(p.day), missing: lacking(p.missing) }),
    }),
    'tenancy.leaving': dated(m.tenancy_mail_leaving_heading, m.tenancy_mail_leaving_message),
    'tenancy.leaving_written': (p) => {
      const by = { by: p.by, help: p.help, why: tenancyEndKindLabels[p.kind]() };
      return {
        heading: m.tenancy_mail_leaving_heading({ home: p.home, day: formatLongDate(p.day) }),
        // How to object comes first, because an SMS has no space for the rest.
        message: p.reach ? m.tenancy_mail_leaving_written_message({ ...by, reach: p.reach }) : m.tenancy_mail_leaving_written_plain(by),
      };
    },
    'tenancy.leaving_objected': (p) => {
      const about = { home: p.home, name: p.name, reason: p.reason, day: formatLongDate(p.day) };
      return { heading: m.tenancy_mail_objected_heading(about), message: m.tenancy_mail_objected_message(about) };
    },
    'tenancy.objection_off': dated(m.tenancy_mail_objection_off_heading, m.tenancy_mail_objection_off_message),
    'tenancy.objection_overruled': dated(m.tenancy_mail_overruled_heading, m.tenancy_mail_overruled_message),
    'tenancy.objection_upheld': dated(m.tenancy_mail_upheld_heading, m.tenancy_mail_upheld_message),
    'tenancy.leaving_asked': dated(m.tenancy_mail_leaving_asked_heading, m.tenancy_mail_leaving_asked_message),
    'tenancy.leaving_off': dated(m.tenancy_mail_leaving_off_heading, m.tenancy_mail_leaving_off_message),
    'tenancy.staying': (p) => ({
      heading: m.tenancy_mail_staying_heading({ home: p.home }),
      message: m.tenancy_mail_staying_message({ home: p.home }),
    }),
    'tenancy.ending90': ending,
    'tenancy.ending60': ending,
    'tenancy.ending30': ending,
    'tenancy.expired': dated(m.tenancy_mail_expired_heading, m.tenancy_mail_expired_message),
    'tenancy.rolled': dated(m.tenancy_mail_rolled_heading, m.tenancy_mail_rolled_message),
    'tenancy.delayed': dated(m.tenancy_mail_delayed_heading, m.tenancy_mail_delayed_message),
    'tenancy.next_free': dated(m.tenancy_mail_next_free_heading, m.tenancy_mail_next_free_message),
    'tenancy.late': dated(m.tenancy_mail_late_heading, m.tenancy_mail_late_message),
    'tenancy.renewal_offer': (p) => ({
      heading: m.tenancy_mail_renewal_offer_heading({ home: p.home }),
      message: m.tenancy_mail_renewal_offer_message({ day: formatLongDate(p.day), rent: p.rent, until: formatLongDate(p.until) }),
    }),
    'tenancy.renewal_declined': (p) => ({
      heading: m.tenancy_mail_renewal_declined_heading({ home: p.home }),
      message: m.tenancy_mail_renewal_declined_message({ home: p.home }),
    }),
    'tenancy.renewed': dated(m.tenancy_mail_renewed_heading, m.tenancy_mail_renewed_message),
    'tenancy.rent_change': (p) => ({
      heading: m.tenancy_mail_rent_change_heading({ home: p.home, rent: p.rent, day: formatLongDate(p.day) }),
      message: m.tenancy_mail_rent_change_message({ home: p.home, rent: p.rent, day: formatLongDate(p.day) }),
    }),
    'tenancy.rent_kept': (p) => ({
      heading: m.tenancy_mail_rent_kept_heading({ home: p.home, rent: p.rent }),
      message: m.tenancy_mail_rent_kept_message({ home: p.home, rent: p.rent, day: formatLongDate(p.day) }),
    }),
    'tenancy.charge': ({ home, day, label, amount, often }) => {
      const about = { home, label, amount, day: formatLongDate(day) };
      return { heading: m.tenancy_mail_charge_heading(about), message: amount === '' ? m.tenancy_mail_charge_metered(about) : charged[often](about) };
    },
    'tenancy.renewal_off': (p) => ({
      heading: m.tenancy_mail_renewal_off_heading({ home: p.home }),
      message: m.tenancy_mail_renewal_off_message({ home: p.home }),
    }),
    'tenancy.people_asked': dated(m.tenancy_mail_people_asked_heading, m.tenancy_mail_people_asked_message),
    'tenancy.people_shown': (p) => ({
      heading: m.tenancy_mail_people_shown_heading({ home: p.home }),
      message: m.tenancy_mail_people_shown_message({ home: p.home, day: formatLongDate(p.day), until: formatLongDate(p.until) }),
    }),
    'tenancy.people_off': dated(m.tenancy_mail_people_off_heading, m.tenancy_mail_people_off_message),
    'tenancy.taken_out': dated(m.tenancy_mail_taken_out_heading, m.tenancy_mail_taken_out_message),
    'tenancy.people': dated(m.tenancy_mail_people_heading, m.tenancy_mail_people_message),
    'tenancy.transfer_planned': dated(m.tenancy_mail_transfer_planned_heading, m.tenancy_mail_transfer_planned_message),
    'tenancy.transfer_off': dated(m.tenancy_mail_transfer_off_heading, m.tenancy_mail_transfer_off_message),
    'tenancy.transferred': dated(m.tenancy_mail_transferred_heading, m.tenancy_mail_transferred_message),
    'tenancy.new_holder': (p) => ({
      heading: m.tenancy_mail_new_holder_heading({ home: p.home, holder: p.holder }),
      message: m.tenancy_mail_new_holder_message({ home: p.home, holder: p.holder }),
    }),
    'tenancy.agent_gone': (p) => ({
      heading: m.tenancy_mail_agent_gone_heading({ home: p.home, holder: p.holder }),
      message: p.reach
        ? m.tenancy_mail_agent_gone_message({ home: p.home, agent: p.agent, holder: p.holder, reach: p.reach })
        : m.tenancy_mail_agent_gone_plain({ home: p.home, agent: p.agent, holder: p.holder }),
    }),
    'tenancy.terminated': dated(m.tenancy_mail_terminated_heading, m.tenancy_mail_terminated_message),
  },
  {
    'tenancy.starting': byDay(m.tenancy_sms_starting),
    'tenancy.terms_asked': ({ home, by, until }) =>
      until ? m.tenancy_sms_terms_until({ home, by, until: formatShortDate(until) }) : m.tenancy_sms_terms({ home, by }),
    'tenancy.active': byDay(m.tenancy_sms_active),
    'tenancy.leaving': byDay(m.tenancy_sms_leaving),
    'tenancy.leaving_asked': byDay(m.tenancy_sms_leaving_asked),
    'tenancy.objection_overruled': byDay(m.tenancy_sms_overruled),
    'tenancy.objection_upheld': byDay(m.tenancy_sms_upheld),
    'tenancy.leaving_off': byDay(m.tenancy_sms_leaving_off),
    'tenancy.expired': byDay(m.tenancy_sms_expired),
    'tenancy.rolled': byDay(m.tenancy_sms_rolled),
    'tenancy.delayed': byDay(m.tenancy_sms_delayed),
    'tenancy.next_free': byDay(m.tenancy_sms_next_free),
    'tenancy.renewed': byDay(m.tenancy_sms_renewed),
    'tenancy.people_asked': byDay(m.tenancy_sms_people_asked),
    'tenancy.people_shown': ({ home, until }) => m.tenancy_sms_people_shown({ home, until: formatShortDate(until) }),
    'tenancy.people_off': byDay(m.tenancy_sms_people_off),
    'tenancy.taken_out': byDay(m.tenancy_sms_taken_out),
    'tenancy.transfer_planned': byDay(m.tenancy_sms_transfer_planned),
    'tenancy.transfer_off': byDay(m.tenancy_sms_transfer_off),
    'tenancy.transferred': byDay(m.tenancy_sms_transferred),
    'tenancy.terminated': byDay(m.tenancy_sms_terminated),
    'tenancy.leaving_written': ({ home, day, reach, help }) =>
      m.tenancy_sms_leaving_written({ home, day: formatShortDate(day), reach: reach || help }),
    'tenancy.staying': ({ home }) => m.tenancy_sms_staying({ home }),
    'tenancy.ending90': byDay(m.tenancy_sms_ending),
    'tenancy.ending60': byDay(m.tenancy_sms_ending),
    'tenancy.ending30': byDay(m.tenancy_sms_ending),
    'tenancy.renewal_offer': ({ home, day, rent, until }) =>
      m.tenancy_sms_renewal_offer({ home, day: formatShortDate(day), rent, until: formatShortDate(until) }),
    'tenancy.rent_change': ({ home, day, rent }) => m.tenancy_sms_rent_change({ home, day: formatShortDate(day), rent }),
    'tenancy.rent_kept': ({ home, day, rent }) => m.tenancy_sms_rent_kept({ home, day: formatShortDate(day), rent }),
    'tenancy.charge': ({ home, day, label, amount, often }) => {
      const about = { home, label, amount, day: formatShortDate(day) };
      return amount === '' ? m.tenancy_sms_charge_metered(about) : chargedBySms[often](about);
    },
    'tenancy.renewal_off': ({ home }) => m.tenancy_sms_renewal_off({ home }),
    'tenancy.new_holder': ({ home, holder }) => m.tenancy_sms_new_holder({ home, holder }),
    'tenancy.agent_gone': ({ home, holder, reach }) =>
      reach ? m.tenancy_sms_agent_gone_reach({ home, holder, reach }) : m.tenancy_sms_agent_gone({ home, holder }),
  },
);
