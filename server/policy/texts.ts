import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { pickByLocale } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

export const policyTexts: Partial<EventTexts> = {
  'policy.published': (p) => {
    const title = pickByLocale(p.title, p.title_sw);
    const summary = pickByLocale(p.summary, p.summary_sw);
    const message = m.mail_policy_message({ title, day: formatLongDate(p.day) });
    return { heading: m.mail_policy_heading(), message: summary ? `${message} ${m.mail_policy_summary({ summary })}` : message };
  },
};
