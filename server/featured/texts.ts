import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

export const featuredTexts: Partial<EventTexts> = {
  'featured.started': (p) => ({
    heading: m.mail_featured_started_heading(),
    message: m.mail_featured_started_message({ title: p.title, place: p.place, date: formatLongDate(p.date) }),
    button: m.mail_featured_button(),
  }),
  'featured.ended': (p) => ({
    heading: m.mail_featured_ended_heading(),
    message: m.mail_featured_ended_message({ title: p.title, place: p.place, date: formatLongDate(p.date) }),
    button: m.mail_featured_button(),
  }),
  'featured.credited': (p) => ({
    heading: m.mail_featured_credited_heading(),
    message: m.mail_featured_credited_message({ title: p.title, sum: p.sum }),
    button: m.mail_featured_button(),
  }),
};
