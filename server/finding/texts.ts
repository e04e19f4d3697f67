import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const findingTexts: Partial<EventTexts> = {
  'search.match': (p) => ({
    heading: m.mail_search_heading({ name: p.name }),
    message: m.mail_search_message({ count: p.count, title: p.title, place: p.place, price: p.price, stop: p.stop }),
    button: m.mail_search_button(),
  }),
  'search.price': (p) => ({
    heading: m.mail_search_price_heading({ name: p.name }),
    message: m.mail_search_price_message({ count: p.count, title: p.title, place: p.place, from: p.from, to: p.to, stop: p.stop }),
    button: m.mail_search_price_button(),
  }),
  'favourite.price': (p) => ({
    heading: m.mail_favourite_price_heading(),
    message: m.mail_favourite_price_message({ title: p.title, from: p.from, to: p.to }),
    button: m.mail_favourite_home(),
  }),
  'favourite.taken': (p) => ({
    heading: m.mail_favourite_taken_heading(),
    message: m.mail_favourite_taken_message({ title: p.title }),
    button: m.mail_favourite_taken_button(),
  }),
  'favourite.back': (p) => ({
    heading: m.mail_favourite_back_heading(),
    message: m.mail_favourite_back_message({ title: p.title, price: p.price }),
    button: m.mail_favourite_home(),
  }),
};
