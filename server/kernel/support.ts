import type { Env } from './env.ts';

/** A number nobody configured would be somebody else's, so it is not guessed; an address of our own domain can be. */
export const supportLinksOf = (
  env: Pick<Env, 'SUPPORT_WHATSAPP' | 'SUPPORT_PHONE' | 'SUPPORT_EMAIL' | 'SUPPORT_HELP' | 'appUrl'>,
): { whatsapp: string | null; phone: string | null; email: string; help: string } => ({
  whatsapp: env.SUPPORT_WHATSAPP ? `https://wa.me/${env.SUPPORT_WHATSAPP.replace(/\D/g, '')}` : null,
  phone: env.SUPPORT_PHONE ? `tel:${env.SUPPORT_PHONE.replace(/[^\d+]/g, '')}` : null,
  email: `mailto:${env.SUPPORT_EMAIL ?? `support@${new URL(env.appUrl).hostname}`}`,
  help: env.SUPPORT_HELP ?? `${env.appUrl}/`,
});

/** The same in one line, for the foot of a letter. */
export function supportLine(env: Parameters<typeof supportLinksOf>[0]): string {
  const { phone, whatsapp, email } = supportLinksOf(env);
  return [phone?.replace('tel:', ''), whatsapp && `WhatsApp ${whatsapp.replace('https://wa.me/', '+')}`, email.replace('mailto:', '')]
    .filter(Boolean)
    .join(', ');
}
