import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { abuseAppealOutcomes, abuseOutcomes } from '#contract/abuse/kinds.ts';
import { bookingFreezeReasons } from '#contract/booking/kinds.ts';
import { paymentCorrections, paymentExceptionKinds, paymentFailureReasons, reversalCauses } from '#contract/collection/kinds.ts';
import { inspectionKinds } from '#contract/inspection/machine.ts';
import type { EventName } from '#contract/modules.ts';
import { eventShapes, getEventShape } from '#contract/notification/events.ts';
import { refundProblems } from '#contract/refund/kinds.ts';
import { tenancyChargeFrequencies, tenancyEndKinds } from '#contract/tenancy/kinds.ts';
import { type EventText, eventText } from '#server/kernel/generated/event-texts.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { registerModules } from '#server/modules.ts';
import { renderMail } from '#server/notification/mail.ts';
import { buildEventSms, countSmsPlaces, getSmsTextOfEvent, maxSmsLength } from '#server/notification/sms-text.ts';
import { m } from '#words/messages.js';
import { setLocaleSource } from '../../words/locale.ts';

/** A mail program shows about this much of a subject. */
const subjectLength = 60;
const link = 'https://makao.co.ke/dashboard/tenant/invoices/4821';
const longLink = 'https://makao.co.ke/dashboard/tenancy/12345/TCY-CKUKAU/payment_transactions/1234567/PAY-4JR5RA';
const tokenLink = `https://makao.co.ke/inspect/${'x'.repeat(43)}`;
/** Events whose readers may have no account: their links hold a key. The others lead to a page, or nowhere. */
const withKey = ['contract.invite', 'contract.reminder', 'contract.number_left', 'contract.paper', 'invite.sent', 'listing.still'];
const withoutLink = ['security.phone_code', 'payment.cash_code', 'payment.asked', 'tenant.number_gone'];
const linkOf = (event: EventName): string | null => {
  if (withoutLink.includes(event)) return null;
  return withKey.includes(event) || /^(tour|inspection)\./.test(event) ? tokenLink : link;
};

/** Values of usual length, by parameter. */
const usual: Readonly<Record<string, string>> = {
  name: 'Wanjiku Kamau',
  who: 'Esther Njuguna',
  by: 'Esther Njuguna',
  inviter: 'Esther Njuguna',
  agent: 'Brian Otieno',
  holder: 'Esther Njuguna',
  owner: 'Esther Njuguna',
  company: 'Njuguna Properties',
  unsent: 'Njuguna Properties',
  what: 'Njuguna Properties',
  account: 'Equity 0123',
  home: 'B4, Jacaranda Court',
  property: 'Jacaranda Court',
  subject: 'Jacaranda Court',
  title: '2 bedroom in Kilimani',
  place: 'Kilimani, Nairobi',
  sum: 'KES 45,000',
  total: 'KES 45,000',
  left: 'KES 12,500',
  over: 'KES 1,500',
  credit: 'KES 3,000',
  share: 'KES 22,500',
  late: 'KES 500',
  amount: 'KES 48,000',
  rent: 'KES 48,000',
  price: 'KES 48,000',
  held: 'KES 90,000',
  from: 'KES 50,000',
  to: 'KES 45,000',
  score: '4',
  day: '2026-12-05',
  date: '2026-12-05',
  starts: '2026-12-01',
  until: '2026-12-05',
  when: '2026-12-05T11:00:00Z',
  month: 'November 2026',
  external: 'SKB41QZ7MT',
  proof: 'SKB41QZ7MT',
  code: 'INV-4K7R8',
  how: 'M-Pesa SKB41QZ7MT',
  number: '400200',
  phone: '0712 345 678',
  reason: 'The amount is wrong.',
  text: 'The reading is too high.',
  message: 'Is it still free?',
  outcome: 'The invoice is correct.',
  label: 'Parking',
  reach: '0712 345 678',
  help: '0712 345 678',
  where: 'M-Pesa •••678',
  count: '3',
  days: '7',
  lines: '340',
  ip: '41.90.64.12',
  agent_name: 'Chrome on Android',
  properties: 'Jacaranda Court',
  role: 'Accountant',
  questions: 'Security',
  queue: 'payment.confirm',
  problem: 'Timeout',
  says: 'It withdraws KES 1,000 to M-Pesa •••678.',
  heading: 'Water on Saturday',
  heading_sw: 'Maji Jumamosi',
  summary: 'Deposits return in 30 days.',
  ...{ message_sw: 'Maji hayatakuwepo.', title_sw: 'Sera ya faragha', summary_sw: 'Amana hurudi kwa siku 30.', stop: 'https://makao.co.ke/stop/abc' },
};
/** Values as long as people and things are called here. */
const long: Readonly<Record<string, string>> = {
  ...usual,
  name: 'Wanjikũ Nyambura Kamau',
  who: 'Wanjikũ Nyambura Kamau',
  by: 'Wanjikũ Nyambura Kamau',
  inviter: 'Wanjikũ Nyambura Kamau',
  company: 'Kilimanjaro Heights Managers',
  unsent: 'Kilimanjaro Heights Managers',
  owner: 'Kilimanjaro Heights Managers',
  home: 'House 12B, Kilimanjaro Heights',
  property: 'Kilimanjaro Heights Apartments',
  subject: 'Kilimanjaro Heights Apartments',
  title: '3 bedroom apartment with DSQ',
  sum: 'KES 1,125,000',
  amount: 'KES 1,125,000',
  rent: 'KES 125,000',
  date: '2027-09-28',
  day: '2027-09-28',
};
/** What an event's own parameter means where another event uses the name for something else. */
const own: Readonly<Record<string, string>> = {
  'payment.corrected.cause': 'typed',
  'payment.corrected.was': 'KES 1,540,000',
  'payment.corrected.is': 'KES 1,450,000',
  'tour.requested.from': '2026-12-04T11:00:00Z',
  'tour.confirmed.from': '2026-12-04T11:00:00Z',
  'security.new_device.agent': 'Chrome on Android',
  'property.transferred.from': 'Esther Njuguna',
  'property.transferred.to': 'Brian Otieno',
  'payment.handed_over.from': 'Esther Njuguna',
  'payment.handed_over.to': 'Brian Otieno',
  'payment.refund_asked.to': 'M-Pesa •••777',
  'payment.refund_wanted.to': 'M-Pesa •••777',
  'tour.confirmed.code': '4821',
  'tour.reminder.code': '4821',
  'payment.cash_code.code': '482113',
  'security.phone_code.code': '482113',
  'security.email_code.code': '482113',
  'contract.signed.left': '1',
  'contract.completed.code': 'AGR-7K2P9',
  'document.asked.name': 'Certificate of good conduct',
  'document.expiring.name': 'Fire insurance certificate',
  'policy.published.title': 'Privacy policy',
  'payment.waiting.count': '12',
  'ledger.proof_failed.what': 'balance',
  // The remaining amount and the overpayment exclude each other.
  'payment.received.over': '',
  'review.new.subject': 'Jacaranda Court',
  'tenancy.missing.missing': 'agreement unit',
};
/** Parameters that choose between sentences: every choice is a message of its own. */
const choices: Readonly<Record<string, readonly string[]>> = {
  'payment.refund_asked.where': ['same', 'other'],
  'payment.pasted.became': ['looked', 'unknown'],
  'tenancy.charge.often': tenancyChargeFrequencies,
  'booking.frozen.why': bookingFreezeReasons,
  'invite.sent.gives': ['place', 'agent', 'owner', 'some', 'all'],
  'document.expiring.days': ['7', '0'],
  'account.status_changed.status': ['pending', 'verified', 'suspended', 'rejected', 'active', 'disabled'],
  'security.credentials_changed.what': [
    ...['second_step_on', 'second_step_off', 'passkey_added', 'passkey_removed', 'google_linked', 'phone_added', 'phone_changed'],
    ...['phone_again', 'phone_given_up', 'phone_vouched', 'email_added', 'email_changed'],
  ],
  'tenancy.leaving_written.kind': tenancyEndKinds,
  'tour.requested.as': ['lives', 'agreed', 'moved'],
  'meter.answered.outcome': ['corrected', 'rejected'],
  'payment.received.how': ['paybill'],
  'payment.came.how': ['paybill'],
  'wallet.adjusted.direction': ['in', 'out'],
  'wallet.adjustment_asked.direction': ['in', 'out'],
  'ledger.mode_asked.mode': ['trust', 'record'],
  'settlement.ended.became': ['paid', 'failed'],
  'payment.account.became': ['asked', 'confirmed', 'refused'],
  'payment.account.was': ['new', 'on', 'off'],
  'payment.account.becomes': ['on', 'off'],
  'payment.handed_over.by': ['platform', 'owner'],
  'payment.failed.why': paymentFailureReasons,
  'payment.doubt.kind': paymentExceptionKinds,
  'payment.reversed.cause': reversalCauses,
  'payment.corrected.what': ['amount', 'date', 'moved_away', 'moved_here'],
  'payment.correction.what': paymentCorrections,
  'payment.refund_stuck.why': refundProblems,
  'abuse.outcome.outcome': abuseOutcomes,
  'abuse.decided.outcome': abuseOutcomes,
  'abuse.appeal_decided.outcome': abuseAppealOutcomes,
};
const choicesOf = (event: EventName): { name: string; values: readonly string[] } | null => {
  for (const [key, values] of Object.entries(choices)) if (key.startsWith(`${event}.`)) return { name: key.slice(event.length + 1), values };
  return event.startsWith('inspection.') ? { name: 'kind', values: inspectionKinds.slice(1, 2) } : null;
};

type Values = Readonly<Record<string, string>>;
/** Every parameter has a value, the optional ones too. */
const paramsOf = (event: EventName, values: Values, chosen: Values): Values => ({ ...values, ...ownOf(event), ...chosen });
const ownOf = (event: EventName): Values =>
  Object.fromEntries(Object.entries(own).flatMap(([key, value]) => (key.startsWith(`${event}.`) ? [[key.slice(event.length + 1), value]] : [])));

type Locale = 'en' | 'sw';
type Written = { readonly event: EventName; readonly choice: string; readonly text: EventText; readonly longText: EventText };
function* everyText(locale: Locale): Generator<Written> {
  for (const event of Object.keys(eventShapes) as EventName[]) {
    const choice = choicesOf(event);
    for (const value of choice?.values ?? ['']) {
      const chosen = choice ? { [choice.name]: value } : {};
      const write = (values: Values) => localeContext.run(locale, () => eventText(event, paramsOf(event, values, chosen)));
      yield { event, choice: value, text: write(usual), longText: write(long) };
    }
  }
}

/** All texts of one event as lines to read, and the faults that a script can find. */
function describeText({ event, choice, text, longText }: Written): { lines: string[]; faults: string[] } {
  const { channels, money = false } = getEventShape(event);
  const usualLink = linkOf(event);
  const name = choice ? `${event} (${choice})` : event;
  const [sms, longSms] = [
    buildEventSms('Makao', ...getSmsTextOfEvent(text), usualLink, money),
    buildEventSms('Makao', ...getSmsTextOfEvent(longText), usualLink === link ? longLink : usualLink, money),
  ];
  const faults: string[] = [];
  if (channels.includes('email') && text.heading.length > subjectLength) faults.push(`subject of ${text.heading.length}: ${text.heading}`);
  if (channels.includes('sms')) {
    if (usualLink && !money && !sms.text.endsWith(usualLink)) faults.push(`SMS has no link: ${sms.text}`);
    if (!sms.whole) faults.push(`SMS drops words: ${sms.text}`);
    else if (!longSms.whole) faults.push(`SMS drops words with long values: ${longSms.text}`);
    if ((countSmsPlaces(longSms.text) ?? maxSmsLength + 1) > maxSmsLength) faults.push('SMS is longer than one segment');
  }
  const lines = [`## ${name} [${channels.join(', ')}]`, `${text.heading} (${text.heading.length})`, text.message];
  if (text.button) lines.push(`[${text.button}]`);
  if (channels.includes('sms')) lines.push(`SMS ${countSmsPlaces(sms.text)}${sms.whole ? '' : ' DROPS'}: ${sms.text}`);
  if (channels.includes('sms') && !longSms.whole) lines.push(`SMS of long values DROPS: ${longSms.text}`);
  return { lines: [...lines, ''], faults: faults.map((fault) => `${name}: ${fault}`) };
}

const mailOf = (locale: Locale, { heading, message, button }: EventText): string =>
  localeContext.run(
    locale,
    () =>
      renderMail({
        ...{ product: 'Makao', appUrl: 'https://makao.co.ke', support: '0712 345 678', locale, heading, message },
        button: { label: button ?? m.notification_mail_open({ product: 'Makao' }), url: link },
      }).html,
  );

type Described = { readonly lines: readonly string[]; readonly faults: readonly string[]; readonly mail: string };
/** Every message in one language: as lines to read, as a mail program shows it, and with its faults. */
export function describeMessages(locale: Locale): readonly Described[] {
  registerModules();
  setLocaleSource(localeContext.current);
  return [...everyText(locale)].map((written) => {
    const { event, choice, text } = written;
    const mail = getEventShape(event).channels.includes('email') ? `<h2>${event} ${choice}</h2>${frameOf(mailOf(locale, text))}` : '';
    return { ...describeText(written), mail };
  });
}
const frameOf = (html: string): string => `<iframe srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;

/** `npm run shots -- mails OUT`: every mail and SMS in both languages: `mails-en.txt` to read, `mails-en.html` as mail programs show them. */
export function renderMessages(out: string, say: (line: string) => void): void {
  mkdirSync(out, { recursive: true });
  for (const locale of ['en', 'sw'] as const) {
    const all = describeMessages(locale);
    const style = 'body{font:14px sans-serif;background:#ddd}iframe{width:640px;height:520px;border:0}';
    writeFileSync(join(out, `mails-${locale}.txt`), all.flatMap(({ lines }) => lines).join('\n'));
    writeFileSync(
      join(out, `mails-${locale}.html`),
      `<!doctype html><meta charset="utf-8"><style>${style}</style>${all.map(({ mail }) => mail).join('')}`,
    );
    for (const fault of all.flatMap(({ faults }) => faults)) say(`${locale} ${fault}`);
    say(`${locale}: ${all.length} messages; read ${join(out, `mails-${locale}.txt`)}`);
  }
}
