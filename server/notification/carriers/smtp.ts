import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { type Carrier, CarrierProblem } from './carrier.ts';

/** Shorter in sum than the lease of a delivery (sender.ts), so that nobody else takes up what we are still sending. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

type SmtpProblem = Error & { responseCode?: number; code?: string };

/** Mail over SMTP. The Message-ID is made from the key: where a repeat could not be avoided, the mailbox can still tell. */
export function smtpCarrier(url: string, from: string, limits: Partial<typeof patience> = {}): Carrier {
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
        // A refusal of this very mail lasts; wrong credentials or a full server are for the operator to mend, and then it goes.
        const lasting = responseCode !== undefined && responseCode >= 550 && responseCode < 560 && code === 'EENVELOPE';
        throw new CarrierProblem(message, lasting);
      }
    },
    close: async () => transport.close(),
  };
}
