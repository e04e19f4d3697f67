import { describe, expect, expectTypeOf, test } from 'vitest';
import type { EventName, EventParams } from '#contract/modules.ts';
import { getEventShape } from '#contract/notification/events.ts';
import { type EventText, eventText } from '#server/kernel/generated/event-texts.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { registerModules } from '#server/modules.ts';
import { renderMail } from '#server/notification/mail.ts';
import { buildSmsText, countSmsPlaces, maxSmsLength } from '#server/notification/sms-text.ts';
import { bookingEventParams } from '#test/fixtures/booking-notifications.ts';
import { homeEventParams } from '#test/fixtures/home-notifications.ts';
import { invoiceEventParams } from '#test/fixtures/invoice-notifications.ts';
import { paymentEventParams } from '#test/fixtures/payment-notifications.ts';
import { walletEventParams } from '#test/fixtures/wallet-notifications.ts';
import { sentenceChoiceParams } from '#test/sweep/event-choices.ts';
import { setLocaleSource } from '../../words/locale.ts';

registerModules();
setLocaleSource(localeContext.current);
type Told = { readonly [E in EventName]: Required<EventParams<E>> };
const dated = { home: '<home>', day: '<day>' };
const ending = { ...dated, days: '7' };
const offer = { name: '<name>', title: '<title>', amount: '<amount>' };
/** Every event with every parameter of its type: a missing or additional one does not compile. */
const told: Told = {
  ...{ 'commission.accrued': { sum: '<sum>', count: '3' } },
  ...{ 'commission.paid': { sum: '<sum>', count: '3', code: '<code>' }, 'commission.back': { sum: '<sum>', home: '<home>', code: '<code>' } },
  'commission.rule_starts': { terms: '<terms>', day: '<day>' },
  'commission.rule_ends': { terms: '<terms>', day: '<day>' },
  'message.sms_budget': { count: '50' },
  'ledger.mode_asked': { who: '<who>', mode: 'trust', reason: '<reason>', by: '<by>' },
  'approval.asked': { what: '<what>', code: '<code>', reason: '<reason>', by: '<by>' },
  'approval.approved': { what: '<what>', code: '<code>', reason: '<reason>', by: '<by>' },
  'approval.rejected': { what: '<what>', code: '<code>', reason: '<reason>', by: '<by>' },
  'approval.expired': { code: '<code>', reason: '<reason>' },
  ...walletEventParams,
  ...invoiceEventParams,
  ...homeEventParams,
  ...paymentEventParams,
  'account.verify_email': { name: '<name>' },
  'account.reset_password': { name: '<name>' },
  'account.passwordless_link': { name: '<name>' },
  'security.payout_changed': { where: 'Standard Chartered Bank •••678' },
  'security.phone_code': { code: '123456', says: 'It withdraws KES 1,000 to M-Pesa •••678.' },
  'security.email_code': { code: '123456', says: '' },
  'account.app_link': {},
  'account.closing': { date: '<date>' },
  'document.expiring': { name: '<name>', home: '<home>', date: '<date>', days: '7' },
  'document.asked': { name: '<name>', home: '<home>', reason: '<reason>' },
  'agent.certificate_sent': { name: '<name>' },
  'agent.certificate_seen': {},
  'agent.certificate_refused': { reason: '<reason>' },
  'agent.certificate_due': { date: '<date>', days: '<days>' },
  'agent.certificate_lapsed': { date: '<date>' },
  'account.superadmin_asked': { name: 'Amina Said', by: 'Esther Njuguna', reason: 'Left the house' },
  'account.superadmin_joined': { name: 'Amina Said', by: 'Esther Njuguna' },
  'account.status_changed': { status: 'suspended', reason: '<reason>' },
  'security.password_changed': {},
  'security.credentials_changed': { what: 'passkey_added' },
  'security.new_device': { agent: '<agent>', ip: '<ip>' },
  'security.looked_at': { name: '<name>', reason: '<reason>' },
  'security.role_changed': { role: '<role>' },
  'mandate.made': { owner: '<owner>' },
  'mandate.changed': { owner: '<owner>' },
  'mandate.ended': { owner: '<owner>' },
  'contract.invite': { company: '<company>', home: '<home>', date: '<date>' },
  'contract.reminder': { company: '<company>', home: '<home>', date: '<date>' },
  'contract.signed': { name: '<name>', home: '<home>', left: '1' },
  'contract.rejected': { name: '<name>', home: '<home>', reason: '<reason>', until: '<until>' },
  'contract.expired': { home: '<home>', name: '<name>', until: '<until>' },
  'contract.completed': { home: '<home>', code: '<code>' },
  'contract.void': { home: '<home>', reason: '<reason>' },
  'contract.number_changed': { home: '<home>', name: '<name>', phone: '<phone>' },
  'contract.number_left': { company: '<company>', home: '<home>', phone: '<phone>', help: '<help>' },
  'contract.paper': { company: '<company>', home: '<home>' },
  'contract.seal_failed': { home: '<home>', code: '<code>' },
  'listing.still': { title: '<title>' },
  'listing.live': { title: 'Bright two bedroom' },
  'listing.stale': { title: '<title>' },
  'listing.paused': { title: '<title>', reason: '<reason>' },
  'jobs.dead': { queue: '<queue>', problem: '<problem>' },
  'ledger.proof_failed': { what: '<what>' },
  'message.broadcast': { heading: '<heading>', message: '<message>', heading_sw: '<heading_sw>', message_sw: '<message_sw>' },
  'message.digest': { count: '7' },
  'message.test': {},
  'abuse.new': { code: '<code>' },
  'abuse.outcome': { outcome: 'upheld', code: '<code>', subject: '<subject>' },
  'abuse.assigned': { code: '<code>', subject: '<subject>' },
  'abuse.about_you': { subject: '<subject>' },
  'abuse.answered': { code: '<code>' },
  'abuse.decided': { subject: '<subject>', outcome: 'upheld' },
  'abuse.appealed': { code: '<code>' },
  'abuse.appeal_decided': { subject: '<subject>', outcome: 'lifted' },
  'policy.published': { title: '<title>', title_sw: '<title_sw>', summary: '<summary>', summary_sw: '<summary_sw>', day: '<day>' },
  'tour.requested': { title: '<title>', who: '<who>', when: '<when>', as: 'moved', from: '<from>', by: '<by>' },
  'tour.confirmed': { title: '<title>', who: '<who>', when: '<when>', place: '<place>', code: '<code>', from: '<from>', by: '<by>' },
  'tour.reminder': { title: '<title>', who: '<who>', when: '<when>', place: '<place>', code: '<code>' },
  'tour.canceled': { title: '<title>', when: '<when>', reason: '<reason>', by: '<by>' },
  'tour.no_show': { title: '<title>', who: '<who>', when: '<when>' },
  'tour.seen': { title: '<title>', who: '<who>' },
  'lead.new': { name: '<name>', phone: '<phone>', title: '<title>', message: '<message>' },
  'lead.assigned': { name: '<name>', phone: '<phone>' },
  ...{ 'offer.new': { ...offer, date: '<date>' }, 'offer.countered': { ...offer, date: '<date>' } },
  ...{ 'offer.accepted': offer, 'offer.declined': offer, 'offer.withdrawn': offer, 'offer.expired': offer },
  'offer.agent_gone': { title: '<title>', agent: '<agent>', company: '<company>' },
  'thread.message': { name: '<name>', title: '<title>', text: '<text>' },
  ...bookingEventParams,
  ...{
    'booking.backup': { home: '<home>' },
    'booking.expired': { home: '<home>' },
    'booking.confirmed': { home: '<home>' },
    'booking.thawed': { home: '<home>' },
  },
  ...{ 'tenancy.active': dated, 'tenancy.leaving': dated, 'tenancy.leaving_asked': dated, 'tenancy.leaving_off': dated },
  ...{ 'tenancy.transfer_off': dated, 'tenancy.transfer_planned': dated, 'tenancy.transferred': dated, 'tenancy.terminated': dated },
  'tenancy.leaving_written': { home: '<home>', day: '<day>', kind: 'mutual', by: '<by>', reach: '<reach>', help: '<help>' },
  'tenancy.people_shown': { home: '<home>', day: '<day>', until: '<until>' },
  'tenancy.terms_declined': { home: '<home>', name: '<name>' },
  'tenancy.terms_asked': { home: '<home>', day: '<day>', by: '<by>', until: '<until>' },
  'tenancy.leaving_objected': { home: '<home>', day: '<day>', name: '<name>', reason: '<reason>' },
  ...{ 'tenancy.objection_off': dated, 'tenancy.objection_overruled': dated, 'tenancy.objection_upheld': dated },
  'tenancy.ready': { home: '<home>', day: '<day>', name: '<name>' },
  ...{ 'tenancy.starting': dated, 'tenancy.expired': dated, 'tenancy.rolled': dated },
  ...{ 'tenancy.delayed': dated, 'tenancy.late': dated, 'tenancy.next_free': dated, 'tenancy.renewed': dated, 'tenancy.people': dated },
  'tenancy.rent_kept': { home: '<home>', day: '<day>', rent: '<rent>' },
  'tenancy.charge': { home: '<home>', day: '<day>', label: '<label>', amount: '<amount>', often: 'monthly' },
  ...{ 'tenancy.people_asked': dated, 'tenancy.people_off': dated, 'tenancy.taken_out': dated, 'tenancy.renewal_off': { home: '<home>' } },
  ...{ 'tenant.number_gone': { company: '<company>' }, 'tenant.joined': { company: '<company>', name: '<name>' } },
  'tenancy.agent_gone': { home: '<home>', agent: '<agent>', holder: '<holder>', reach: '<reach>' },
  ...{ 'tenancy.ending90': ending, 'tenancy.ending60': ending, 'tenancy.ending30': ending },
  'tenancy.new_holder': { home: '<home>', holder: '<holder>' },
  'tenancy.missing': { home: '<home>', day: '<day>', missing: 'agreement unit' },
  'tenancy.staying': { home: '<home>' },
  'tenancy.renewal_declined': { home: '<home>' },
  'tenancy.renewal_offer': { home: '<home>', day: '<day>', rent: '<rent>', until: '<until>' },
  'tenancy.rent_change': { home: '<home>', day: '<day>', rent: '<rent>' },
  'review.new': { subject: '<subject>', score: '<score>' },
  'review.safety': { subject: '<subject>', questions: '<questions>' },
  'review.reply': { subject: '<subject>' },
  'review.hidden': { subject: '<subject>', reason: '<reason>' },
  'search.match': { name: '<name>', count: '<count>', title: '<title>', place: '<place>', price: '<price>', stop: '<stop>' },
  'search.price': { name: '<name>', count: '<count>', title: '<title>', place: '<place>', from: '<from>', to: '<to>', stop: '<stop>' },
  'favourite.price': { title: '<title>', from: '<from>', to: '<to>' },
  'favourite.taken': { title: '<title>' },
  'favourite.back': { title: '<title>', price: '<price>' },
  'invite.sent': { inviter: '<inviter>', what: '<what>', gives: 'some', properties: '<properties>' },
  'invite.accepted': { name: '<name>' },
  'invite.revoked': { inviter: '<inviter>' },
  'property.to_verify': { property: '<property>' },
  'verification.passed': { property: '<property>' },
  'verification.failed': { property: '<property>', reason: '<reason>' },
  'property.expired': { property: '<property>' },
  'property.stalled': { property: '<property>', reason: '<reason>' },
  'property.released': { property: '<property>', reason: '<reason>' },
  'property.transferred': { property: '<property>', from: '<from>', to: '<to>' },
  'featured.started': { title: '<title>', place: '<place>', date: '<date>' },
  'featured.credited': { title: '<title>', sum: '<sum>' },
  'featured.ended': { title: '<title>', place: '<place>', date: '<date>' },
};
const names = Object.keys(told) as EventName[];

/** Names as long as they occur, with characters outside of the SMS alphabet. A longer text is cut and never sent as a second message. */
const longest: Readonly<Record<string, string>> = {
  name: 'Wanjikũ Nyambura wa Kamau-Ochieng’',
  inviter: 'Wanjikũ Nyambura wa Kamau-Ochieng’',
  owner: 'Kilimanjaro Heights Property Managers Ltd',
  what: 'Kilimanjaro Heights Property Managers Ltd',
  company: 'Kilimanjaro Heights Property Managers Ltd',
  property: 'Kilimanjaro Heights Apartments – Phase Two',
  subject: 'Kilimanjaro Heights Apartments – Phase Two',
  title: '“Spacious” 3 bedroom apartment with a DSQ in Kileleshwa, Nairobi',
  phone: '0712 345 678',
  price: 'KES 125,000',
  home: 'House 12B, Kilimanjaro Heights Apartments – Phase Two',
  reason: 'The owner will live there from next month on',
  place: 'Kileleshwa, Dagoretti North, Nairobi',
  date: '28 September 2027',
  day: '28 September 2027',
  rent: 'KES 125,000',
  until: '28 September 2027',
  days: '90',
};
const longLink = `https://makao.co.ke/invitation/${'x'.repeat(43)}`;

type Optional<E extends EventName> = {
  [K in keyof EventParams<E>]-?: Partial<Pick<EventParams<E>, K>> extends Pick<EventParams<E>, K> ? K : never;
}[keyof EventParams<E>];
/** The optional parameters, by type. */
const optional: { readonly [E in EventName as [Optional<E>] extends [never] ? never : E]: readonly Optional<E>[] } = {
  'inspection.submitted': ['when'],
  'payment.received': ['left', 'over'],
  'invoice.issued': ['share', 'total', 'credit'],
  'invoice.due_soon': ['share'],
  'invoice.due': ['share'],
  'invoice.overdue': ['share'],
  'invoice.late_fee': ['credit', 'left'],
  'account.status_changed': ['reason'],
  'booking.more_asked': ['unsent'],
  'security.role_changed': ['role'],
  'document.asked': ['reason'],
  'lead.new': ['message', 'phone'],
  'lead.assigned': ['phone'],
  'tour.requested': ['as', 'by', 'from'],
  'tour.confirmed': ['by', 'code', 'from'],
  'tour.canceled': ['by'],
  'tour.reminder': ['code'],
};
const said = ({ heading, message, button = '' }: EventText): string => `${heading}\n${message}\n${button}`;
const write = (event: EventName, params: object, locale: 'en' | 'sw') =>
  localeContext.run(locale, () => eventText(event, params as Record<string, string>));

/** Events with a parameter that is not text. */
type Odd = { [E in EventName]: EventParams<E>[keyof EventParams<E>] extends string | undefined ? never : E }[EventName];

test('event texts: every parameter of every event has a text type', () => expectTypeOf<Odd>().toBeNever());

describe.each(names)('event %s', (event) => {
  const { channels } = getEventShape(event);
  const given = told[event] as Readonly<Record<string, string>>;

  test('uses every given parameter in both languages', () => {
    const [en, sw] = [write(event, given, 'en'), write(event, given, 'sw')];
    for (const [text, other] of [
      [en, (name: string) => name.endsWith('_sw')],
      // A text that exists in both languages is shown in the reader's language.
      [sw, (name: string) => `${name}_sw` in given],
    ] as const)
      for (const [name, value] of Object.entries(given))
        if (!sentenceChoiceParams.includes(`${event}.${name}`)) expect(said(text).includes(value), name).toBe(!other(name));
    expect(sw.heading).not.toBe(en.heading);
    expect(sw.message).not.toBe(en.message);
    if (en.button) expect(sw.button).not.toBe(en.button);
  });

  test('reads exactly the declared parameters', () => {
    const asked = new Set<string>();
    const watched = new Proxy(given, { get: (values, name) => asked.add(String(name)) && values[String(name)] });
    write(event, watched, 'en');
    expect([...asked].sort()).toEqual(Object.keys(given).sort());
  });

  test.each(['en', 'sw'] as const)('has a text for each of its channels (%s)', (locale) => {
    const { heading, message, button } = write(event, given, locale);
    expect([heading.trim(), message.trim()]).not.toContain('');
    expect(channels.length).toBeGreaterThan(0);
    const link = 'https://makao.test/x';
    if (channels.includes('email')) {
      const mail = localeContext.run(locale, () =>
        renderMail({
          product: 'Makao',
          appUrl: 'https://makao.test',
          locale,
          heading,
          message,
          button: button ? { label: button, url: link } : null,
        }),
      );
      expect(mail.text).toContain(message);
      expect(mail.html).toContain(`<html lang="${locale}">`);
    }
    if (channels.includes('sms')) expect(buildSmsText('Makao', heading, message, link)).toMatch(/^Makao: .+ https:\/\/makao\.test\/x$/s);
  });
});

describe.each(['en', 'sw'] as const)('SMS (%s)', (locale) => {
  // A reader may choose SMS for any event, whatever its usual channels are.
  test.each(names)('%s fits one SMS segment, names the sender once and contains the full heading of the event', (event) => {
    const given = Object.fromEntries(
      Object.entries(told[event]).map(([name, value]) => [
        name,
        sentenceChoiceParams.includes(`${event}.${name}`) ? value : (longest[name] ?? `${name} `.repeat(12).trim()),
      ]),
    );
    const { heading, message } = write(event, given, locale);
    const text = buildSmsText('Makao', heading, message, longLink);
    expect(text.endsWith(` ${longLink}`)).toBe(true);
    expect(countSmsPlaces(text), text).not.toBeNull();
    expect(countSmsPlaces(text)).toBeLessThanOrEqual(maxSmsLength);
    const words = text.slice(0, -longLink.length);
    expect(words.split('Makao')).toHaveLength(2);
    // The text itself must fit, not only the beginning of an inserted name: the heading without its values fits whole.
    const bare = write(
      event,
      Object.fromEntries(Object.entries(told[event]).map(([name, value]) => [name, sentenceChoiceParams.includes(`${event}.${name}`) ? value : ''])),
      locale,
    );
    expect(buildSmsText('Makao', bare.heading, '', longLink), bare.heading).not.toContain('...');
  });
});

describe.each(Object.entries(optional) as [EventName, readonly string[]][])('%s without the optional %s', (event, missing) => {
  test.each(['en', 'sw'] as const)('has no gap or dangling punctuation (%s)', (locale) => {
    const rest = Object.fromEntries(Object.entries(told[event]).filter(([name]) => !missing.includes(name)));
    for (const text of [write(event, rest, locale), write(event, { ...rest, ...Object.fromEntries(missing.map((name) => [name, ''])) }, locale)])
      for (const line of [text.heading, text.message]) {
        expect(line).toBe(line.trim());
        expect(line).not.toMatch(/ {2}| [.,;:]|: ?$|undefined|“”|\(\)/);
        expect(line).toMatch(/[.?]$|^[^.]+$/);
      }
  });
});
