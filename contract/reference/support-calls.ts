import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { moment } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { supportNeeds } from './support.ts';

const none = z.string().trim().length(0);
const number = z.union([none, phone]);
const hours = line.max(80);

const Contacts = z.object({
  phone: z.string().nullable(),
  whatsapp: z.string().nullable(),
  email: z.string(),
  hours_en: z.string(),
  hours_sw: z.string(),
  /** 0 while nobody has saved any: what is shown comes from the environment. */
  revision: z.number(),
  by: z.string().nullable(),
  updated_at: moment.nullable(),
});
export type Contacts = z.output<typeof Contacts>;

/** How support is reached, everywhere a text says to ask it. */
export const supportCalls = {
  contacts: call({
    method: 'GET',
    path: '/api/v2/common/fetch_support_contacts/',
    summary: 'How support is reached, as it is kept, and who saved it',
    needs: supportNeeds,
    result: Contacts,
    fails: [],
  }),
  save: call({
    method: 'POST',
    path: '/api/v2/common/update_support_contacts/',
    summary: 'Change how support is reached; every page and letter says it at once. An empty number is none',
    needs: supportNeeds,
    body: z.strictObject({
      phone: number,
      whatsapp: number,
      email: z.email().max(320),
      hours_en: hours,
      hours_sw: hours,
      revision: z.number().int().min(0),
    }),
    result: Contacts,
    fails: ['conflict'],
    document: 'settings_general_settings',
  }),
} as const;
