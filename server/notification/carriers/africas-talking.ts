import { z } from 'zod';
import { type MessageCarrier, MessageCarrierError } from './carrier.ts';

const Answer = z.object({
  SMSMessageData: z.object({
    Message: z.string(),
    Recipients: z.array(z.object({ statusCode: z.number(), status: z.string(), messageId: z.string().optional() })),
  }),
});
const accepted = [100, 101, 102];
/** Status codes for which a retry cannot succeed: invalid number, unsupported number type, blacklisted, do not disturb. */
const hopeless = [403, 404, 406, 409];

export type SmsSettings = {
  readonly url: string;
  readonly username: string;
  readonly apiKey: string;
  readonly from?: string | undefined;
  readonly timeoutMs?: number;
};

/** Sends SMS through Africa's Talking: a form post, answered with 201 and JSON, in which only the status code of the recipient counts. */
export const makeAfricasTalkingCarrier = ({ url, username, apiKey, from, timeoutMs = 20_000 }: SmsSettings): MessageCarrier => ({
  name: 'africas-talking',
  async send({ to, text }) {
    const form = new URLSearchParams({ username, to, message: text, bulkSMSMode: '1', enqueue: '1', ...(from ? { from } : {}) });
    const response = await fetch(url, {
      method: 'POST',
      body: form,
      headers: { apiKey, accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((problem: unknown) => {
      throw new MessageCarrierError(`no answer: ${problem instanceof Error ? problem.message : String(problem)}`, false);
    });
    const body = await response.text().catch(() => '');
    if (!response.ok) throw new MessageCarrierError(`HTTP ${response.status}: ${body.slice(0, 200)}`, false);
    const read = Answer.safeParse(parsed(body));
    const recipient = read.success ? read.data.SMSMessageData.Recipients[0] : undefined;
    if (!recipient) throw new MessageCarrierError(`unexpected answer: ${body.slice(0, 200)}`, false);
    if (!accepted.includes(recipient.statusCode))
      throw new MessageCarrierError(`${recipient.statusCode} ${recipient.status}`, hopeless.includes(recipient.statusCode));
    return recipient.messageId ?? null;
  },
  close: async () => undefined,
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
