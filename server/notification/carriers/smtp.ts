import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { type MessageCarrier, MessageCarrierError } from './carrier.ts';

/** The timeouts in total are shorter than the lease of a delivery (sender.ts), so that no other sender sends the email in the meantime. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

type SmtpProblem = Error & { responseCode?: number; code?: string };

/** Sends email by SMTP. The Message-ID is made from the key, so that a mailbox can recognise an unavoidable repeat. */
export function makeSmtpCarrier(url: string, from: string, limits: Partial<typeof patience> = {}): MessageCarrier {
  const transport = createTransport({ url, pool: false, ...patience, ...limits });
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    name: 'smtp',
    async send({ key, to, subject, text, html, calendar }) {
      const messageId = `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`;
      try {
        const attachments = calendar ? [{ filename: 'makao.ics', content: calendar, contentType: 'text/calendar; charset=utf-8' }] : [];
        await transport.sendMail({ from, to, subject, text, html, attachments, messageId, headers: { 'auto-submitted': 'auto-generated' } });
        return messageId;
      } catch (problem) {
        const { message, responseCode, code } = problem as SmtpProblem;
        // A rejection of this email is permanent. Wrong credentials or a full server are temporary, because the operator can correct them.
        const lasting = responseCode !== undefined && responseCode >= 550 && responseCode < 560 && code === 'EENVELOPE';
        throw new MessageCarrierError(message, lasting);
      }
    },
    close: async () => transport.close(),
  };
}
