import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { moment } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { supportContactsAccessRequirement } from './support.ts';

const none = z.string().trim().length(0);
const number = z.union([none, phone]);
const hours = singleLine.max(80);

const SupportContacts = z.object({
  phone: z.string().nullable(),
  whatsapp: z.string().nullable(),
  email: z.string(),
  hours_en: z.string(),
  hours_sw: z.string(),
  /** 0 until a super admin saves contacts; until then the values come from the environment. */
  revision: z.number(),
  by: z.string().nullable(),
  updated_at: moment.nullable(),
});
export type SupportContacts = z.output<typeof SupportContacts>;

/** The support contacts, used wherever a text refers to support. */
export const supportCalls = {
  contacts: call({
    method: 'GET',
    path: '/api/v2/common/fetch_support_contacts/',
    summary: 'Get the saved support contacts, and who saved them',
    needs: supportContactsAccessRequirement,
    result: SupportContacts,
    fails: [],
  }),
  save: call({
    method: 'POST',
    path: '/api/v2/common/update_support_contacts/',
    summary: 'Update the support contacts; all pages and mails show them at once. An empty number removes it',
    needs: supportContactsAccessRequirement,
    body: z.strictObject({
      phone: number,
      whatsapp: number,
      email: z.email().max(320),
      hours_en: hours,
      hours_sw: hours,
      revision: z.number().int().min(0),
    }),
    result: SupportContacts,
    fails: ['conflict'],
    document: 'settings_general_settings',
  }),
} as const;
