import type { EventName, EventParams } from '#contract/modules.ts';

/** The texts of an event in the app and in email (with a button). An SMS uses `sms`, or heading and message where these fit. */
export type EventText = { readonly heading: string; readonly message: string; readonly button?: string; readonly sms?: string };
export type EventTexts = { readonly [E in EventName]: (params: EventParams<E>) => EventText };
/** The parameters of an event as they are sent. The type of each text states which of them it needs. */
export type EventTextParams = Readonly<Record<string, string | number>>;

type SmsTexts = { readonly [E in EventName]?: (params: EventParams<E>) => string };
/** Adds the SMS texts to events: the essential facts in one segment, besides the sender and the link. */
export function withSmsTexts(texts: Partial<EventTexts>, sms: SmsTexts): Partial<EventTexts> {
  const both = Object.entries(texts).map(([event, write]) => {
    const short = sms[event as EventName] as ((params: never) => string) | undefined;
    const full = write as (params: never) => EventText;
    return [event, short ? (params: never): EventText => ({ ...full(params), sms: short(params) }) : full];
  });
  return Object.fromEntries(both) as Partial<EventTexts>;
}

const known = new Map<string, (params: never) => EventText>();

/** Called once for every module at start. */
export function registerEventTexts(texts: Partial<EventTexts>): void {
  for (const [event, write] of Object.entries(texts)) known.set(event, write);
}

/** The text of an event in the current language. */
export function eventText(event: EventName, params: EventTextParams): EventText {
  const write = known.get(event);
  if (!write) throw new Error(`no module declares a text for ${event}`);
  // The encrypted parameters of a payload are missing in the app. They are left out and never written as "undefined".
  const text = write(new Proxy(params, { get: (told, name) => String(told[String(name)] ?? '') }) as never);
  // A reason that a person typed may end in a full stop, as does the sentence that contains it. One of the two is removed.
  return { ...text, message: text.message.replace(/(?<=[^.][.!?]”?)\.(?= |$)/g, '') };
}
