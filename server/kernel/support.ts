import type { Db } from './ctx.ts';
import type { Env } from './env.ts';
import { everything } from './scoped.ts';

type Said = Pick<Env, 'SUPPORT_WHATSAPP' | 'SUPPORT_PHONE' | 'SUPPORT_EMAIL' | 'SUPPORT_HELP' | 'appUrl'>;
export type SupportContact = {
  readonly phone: string | null;
  readonly whatsapp: string | null;
  readonly email: string;
  readonly hours_en: string;
  readonly hours_sw: string;
  /** 0 while nobody has saved any. */
  readonly revision: number;
};

/** A number nobody configured would be somebody else's, so it is not guessed; an address of our own domain can be. */
const fromEnv = (env: Said): SupportContact => ({
  phone: env.SUPPORT_PHONE?.replace(/[^\d+]/g, '') || null,
  whatsapp: env.SUPPORT_WHATSAPP ? `+${env.SUPPORT_WHATSAPP.replace(/\D/g, '')}` : null,
  email: env.SUPPORT_EMAIL ?? `support@${new URL(env.appUrl).hostname}`,
  hours_en: '',
  hours_sw: '',
  revision: 0,
});

/** How support is reached now: what a superadmin saved, else what the environment says. */
export async function supportContact(db: Db, env: Said): Promise<SupportContact> {
  const kept = await everything(db, 'support_contact', 'how support is reached is for anybody')
    .select()
    .select(['phone', 'whatsapp', 'email', 'hours_en', 'hours_sw', 'revision'])
    .executeTakeFirst();
  return kept ?? fromEnv(env);
}

/** Where somebody tells us at once, for a sentence: the number, where there is one. */
export async function supportReach(db: Db, env: Said): Promise<string> {
  const { phone, email } = await supportContact(db, env);
  return phone ?? email;
}

/** As links of a page; what is not offered is null. */
export async function supportLinks(db: Db, env: Said) {
  const { phone, whatsapp, email, hours_en, hours_sw } = await supportContact(db, env);
  return {
    whatsapp: whatsapp && `https://wa.me/${whatsapp.replace('+', '')}`,
    phone: phone && `tel:${phone}`,
    email: `mailto:${email}`,
    help: env.SUPPORT_HELP ?? `${env.appUrl}/`,
    hours_en,
    hours_sw,
  };
}

/** The same in one line, for the foot of a letter. */
export async function supportLine(db: Db, env: Said, locale: 'en' | 'sw'): Promise<string> {
  const { phone, whatsapp, email, ...hours } = await supportContact(db, env);
  return [phone, whatsapp && `WhatsApp ${whatsapp}`, email, hours[`hours_${locale}`]].filter(Boolean).join(', ');
}
