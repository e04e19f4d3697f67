import { timeZone } from '#contract/constants.ts';
import type { EventTexts } from '#server/kernel/event-texts.ts';
import { inLocale } from '#server/kernel/locale.ts';
import { m } from '#words/messages.js';

const locales = { en: 'en-KE', sw: 'sw-KE' } as const;
/** The moment as Nairobi's clock shows it, in the reader's language; what is no moment is said as it is. */
function spoken(when: string): string {
  const at = Date.parse(when);
  if (Number.isNaN(at)) return when;
  return new Intl.DateTimeFormat(locales[inLocale.current() === 'sw' ? 'sw' : 'en'], {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
  }).format(at);
}

export const tourTexts: Partial<EventTexts> = {
  'tour.requested': (p) => ({
    heading: m.tour_mail_requested_heading({ when: spoken(p.when) }),
    message: m.tour_mail_requested_message({ title: p.title, who: p.who }),
    button: m.tour_mail_button(),
  }),
  'tour.confirmed': (p) => ({
    heading: m.tour_mail_confirmed_heading({ when: spoken(p.when) }),
    message: p.code
      ? m.tour_mail_confirmed_code({ title: p.title, who: p.who, place: p.place, code: p.code })
      : m.tour_mail_confirmed_message({ title: p.title, who: p.who, place: p.place }),
    button: m.tour_mail_button(),
  }),
  'tour.reminder': (p) => ({
    heading: m.tour_mail_reminder_heading({ when: spoken(p.when) }),
    message: p.code
      ? m.tour_mail_confirmed_code({ title: p.title, who: p.who, place: p.place, code: p.code })
      : m.tour_mail_confirmed_message({ title: p.title, who: p.who, place: p.place }),
    button: m.tour_mail_button(),
  }),
  'tour.canceled': (p) => ({
    heading: m.tour_mail_canceled_heading({ when: spoken(p.when) }),
    message: m.tour_mail_canceled_message({ title: p.title, who: p.who, reason: p.reason }),
  }),
  'tour.no_show': (p) => ({
    heading: m.tour_mail_no_show_heading({ when: spoken(p.when) }),
    message: m.tour_mail_no_show_message({ title: p.title, who: p.who }),
    button: m.tour_mail_button(),
  }),
};
