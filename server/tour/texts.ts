import { timeZone } from '#contract/constants.ts';
import { translateTourReason } from '#contract/tour/reasons.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { m } from '#words/messages.js';

const locales = { en: 'en-KE', sw: 'sw-KE' } as const;
/**
 * A date and time in Nairobi as pages show it (Wed, 18 Nov, 2:00 PM), in the reader's language; other text stays unchanged. Kiswahili has no short
 * names of days, so a subject has no room for them.
 */
function spoken(when: string): string {
  const at = Date.parse(when);
  if (Number.isNaN(at)) return when;
  const day = new Intl.DateTimeFormat(locales[localeContext.current() === 'sw' ? 'sw' : 'en'], {
    ...(localeContext.current() === 'sw' ? {} : { weekday: 'short' }),
    day: 'numeric',
    month: 'short',
    timeZone,
  }).format(at);
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone }).format(at);
  return `${day}, ${time.replace(/\s/g, ' ')}`;
}

type At = { readonly title: string; readonly who: string; readonly when: string; readonly place: string; readonly code?: string };
const meet = ({ who, place, code }: At): string => (code ? m.tour_mail_meet_code({ who, place, code }) : m.tour_mail_meet({ who, place }));

/** Ends a text with a full stop, unless it already ends a sentence. */
const ended = (text: string): string => (text === '' || /[.?!]$/.test(text) ? text : `${text}.`);
const movedBy = (from: string, by?: string): string =>
  by ? m.tour_mail_moved_by({ by, from: spoken(from) }) : m.tour_mail_moved_from({ from: spoken(from) });

export const tourTexts = withSmsTexts(
  {
    'tour.requested': ({ title, who, when, as, from, by }) => {
      const said = { title, when: spoken(when) };
      if (as === 'lives')
        return {
          heading: m.tour_mail_lives_heading({ when: spoken(when) }),
          message: m.tour_mail_lives_message({ title, who }),
          button: m.tour_mail_button(),
        };
      if (from)
        return {
          heading: m.tour_mail_moved_heading(said),
          message: `${movedBy(from, by)} ${m.tour_mail_requested_message({ who })}`,
          button: m.tour_mail_button(),
        };
      return {
        heading: m.tour_mail_requested_heading(said),
        message: as === 'agreed' ? m.tour_mail_agreed_message({ who }) : m.tour_mail_requested_message({ who }),
        button: m.tour_mail_button(),
      };
    },
    'tour.confirmed': ({ from, by, ...at }) => {
      const { title } = at;
      const when = spoken(at.when);
      const heading = (from ? m.tour_mail_moved_heading : m.tour_mail_confirmed_heading)({ when, title });
      return { heading, message: from ? `${movedBy(from, by)} ${meet(at)}` : meet(at), button: m.tour_mail_button() };
    },
    'tour.reminder': (at) => ({
      heading: m.tour_mail_reminder_heading({ when: spoken(at.when), title: at.title }),
      message: meet(at),
      button: m.tour_mail_button(),
    }),
    'tour.canceled': ({ title, when, reason, by }) => ({
      heading: m.tour_mail_canceled_heading({ when: spoken(when), title }),
      message: [by ? m.tour_mail_canceled_by({ by }) : m.tour_mail_canceled_message(), ended(translateTourReason(reason))]
        .filter((one) => one !== '')
        .join(' '),
    }),
    'tour.seen': ({ title, who }) => ({
      heading: m.tour_mail_seen_heading({ title }),
      message: m.tour_mail_seen_message({ who }),
      button: m.tour_mail_seen_button(),
    }),
    'tour.no_show': ({ title, who, when }) => ({
      heading: m.tour_mail_no_show_heading({ when: spoken(when), title }),
      message: m.tour_mail_no_show_message({ who }),
      button: m.tour_mail_button(),
    }),
  },
  {
    'tour.requested': ({ title, who, when, as, from }) => {
      if (as === 'lives') return m.tour_sms_lives({ who, when: spoken(when) });
      return (from ? m.tour_sms_moved : m.tour_sms_requested)({ when: spoken(when), title });
    },
    'tour.confirmed': ({ title, when, code, from }) => {
      const said = { when: spoken(when), title };
      if (code) return (from ? m.tour_sms_now_code : m.tour_sms_confirmed_code)({ ...said, code });
      return (from ? m.tour_sms_now : m.tour_sms_confirmed)(said);
    },
    'tour.reminder': ({ title, when, code }) =>
      code ? m.tour_sms_reminder_code({ when: spoken(when), code, title }) : m.tour_sms_reminder({ when: spoken(when), title }),
    'tour.canceled': ({ title, when }) => m.tour_sms_canceled({ when: spoken(when), title }),
    'tour.no_show': ({ when }) => m.tour_sms_no_show({ when: spoken(when) }),
    'tour.seen': ({ title }) => m.tour_sms_seen({ title }),
  },
);
