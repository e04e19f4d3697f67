import type { EventName, EventParams } from '#contract/modules.ts';

/** What an event says: in the app and in a mail (with a button). An SMS says `sms`, or heading and message where these fit. */
export type EventText = { readonly heading: string; readonly message: string; readonly button?: string; readonly sms?: string };
export type EventTexts = { readonly [E in EventName]: (params: EventParams<E>) => EventText };
/** The parameters of an event as they are sent. The type of a text states which of them it needs. */
export type EventTextParams = Readonly<Record<string, string | number>>;

type SmsTexts = { readonly [E in EventName]?: (params: EventParams<E>) => string };
/** Adds to events the words of their SMS: the essential facts in one segment, beside the sender and the link. */
export function withSms(texts: Partial<EventTexts>, sms: SmsTexts): Partial<EventTexts> {
  const both = Object.entries(texts).map(([event, write]) => {
    const short = sms[event as EventName] as ((params: never) => string) | undefined;
    const full = write as (params: never) => EventText;
    return [event, short ? (params: never): EventText => ({ ...full(params), sms: short(params) }) : full];
  });
  return Object.fromEntries(both) as Partial<EventTexts>;
}

const known = new Map<string, (params: never) => EventText>();

/** Registered once for every module at start. */
export function registerTexts(texts: Partial<EventTexts>): void {
  for (const [event, write] of Object.entries(texts)) known.set(event, write);
}

/** The text of an event in the language in force. */
export function textOf(event: EventName, params: EventTextParams): EventText {
  const write = known.get(event);
  if (!write) throw new Error(`no module declares a text for ${event}`);
  // What is sealed in a payload is not there for the app: it is left out, never written as "undefined".
  const text = write(new Proxy(params, { get: (told, name) => String(told[String(name)] ?? '') }) as never);
  // A reason as somebody typed it may end in a full stop, and so does the sentence it is put into.
  return { ...text, message: text.message.replace(/(?<=[^.][.!?]”?)\.(?= |$)/g, '') };
}
