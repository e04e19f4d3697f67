import type { RunningServices } from '#server/kernel/services.ts';
import { hasOutboxViewer } from '#server/notification/active-viewer.ts';
import { makeAfricasTalkingCarrier } from './africas-talking.ts';
import type { MessageCarrier } from './carrier.ts';
import { makeLocalCarrier } from './local.ts';
import { makeSmtpCarrier } from './smtp.ts';

export type MessageCarriers = { readonly email: MessageCarrier; readonly sms: MessageCarrier };

/** The carrier of each channel, by the environment. */
export function openMessageCarriers({ env, database }: Pick<RunningServices, 'env' | 'database'>): MessageCarriers {
  const from = env.MAIL_FROM ?? `${env.PRODUCT_NAME} <no-reply@${new URL(env.appUrl).hostname}>`;
  const { SMS_URL: url, SMS_USERNAME: username, SMS_API_KEY: apiKey } = env;
  const shown = hasOutboxViewer(env) || env.NODE_ENV === 'test';
  return {
    email: env.SMTP_URL ? makeSmtpCarrier(env.SMTP_URL, from) : makeLocalCarrier(database.db, 'email', shown),
    sms: username && apiKey ? makeAfricasTalkingCarrier({ url, username, apiKey, from: env.SMS_FROM }) : makeLocalCarrier(database.db, 'sms', shown),
  };
}
