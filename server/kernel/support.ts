import type { Db } from './ctx.ts';
import type { Env } from './env.ts';
import { unscopedTable } from './scoped.ts';

type Said = Pick<Env, 'SUPPORT_WHATSAPP' | 'SUPPORT_PHONE' | 'SUPPORT_EMAIL' | 'SUPPORT_HELP' | 'appUrl'>;
export type SupportContact = {
  readonly phone: string | null;
  readonly whatsapp: string | null;
  readonly email: string;
  readonly hours_en: string;
  readonly hours_sw: string;
  /** 0 until it is saved for the first time. */
  readonly revision: number;
};

/**
 * Support contacts from the environment. A phone number has no default, because any default would belong to a stranger; an email address at the own
 * domain is safe.
 */
const fromEnv = (env: Said): SupportContact => ({
  phone: env.SUPPORT_PHONE?.replace(/[^\d+]/g, '') || null,
  whatsapp: env.SUPPORT_WHATSAPP ? `+${env.SUPPORT_WHATSAPP.replace(/\D/g, '')}` : null,
  email: env.SUPPORT_EMAIL ?? `support@${new URL(env.appUrl).hostname}`,
  hours_en: '',
  hours_sw: '',
  revision: 0,
});

/** The current support contact: the one that a superadmin saved, otherwise that of the environment. */
export async function readSupportContact(db: Db, env: Said): Promise<SupportContact> {
  const kept = await unscopedTable(db, 'support_contact', 'support contacts are public')
    .select()
    .select(['phone', 'whatsapp', 'email', 'hours_en', 'hours_sw', 'revision'])
    .executeTakeFirst();
  return kept ?? fromEnv(env);
}

/** The support contact for a sentence: the phone number, otherwise the email address. */
export async function formatSupportContact(db: Db, env: Said): Promise<string> {
  const { phone, email } = await readSupportContact(db, env);
  return phone ?? email;
}

/** The support contact as links of a page. A contact that is not offered is null. */
export async function readSupportLinks(db: Db, env: Said) {
  const { phone, whatsapp, email, hours_en, hours_sw } = await readSupportContact(db, env);
  return {
    whatsapp: whatsapp && `https://wa.me/${whatsapp.replace('+', '')}`,
    phone: phone && `tel:${phone}`,
    email: `mailto:${email}`,
    help: env.SUPPORT_HELP ?? `${env.appUrl}/`,
    hours_en,
    hours_sw,
  };
}

/** The support contact in one line, for the footer of an email. */
export async function readSupportContactLine(db: Db, env: Said, locale: 'en' | 'sw'): Promise<string> {
  const { phone, whatsapp, email, ...hours } = await readSupportContact(db, env);
  return [phone, whatsapp && `WhatsApp ${whatsapp}`, email, hours[`hours_${locale}`]].filter(Boolean).join(', ');
}
