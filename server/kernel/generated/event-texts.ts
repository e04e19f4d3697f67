import type { EventName, EventParams } from '#contract/rooms.ts';

/** What an event says: in the app, in a mail (with a button) and in an SMS. */
export type Text = { readonly heading: string; readonly message: string; readonly button?: string };
export type EventTexts = { readonly [E in EventName]: (params: EventParams<E>) => Text };
/** What is told, as it travels; a text's own type says which of them it needs. */
export type Params = Readonly<Record<string, string | number>>;

const known = new Map<string, (params: never) => Text>();

/** Said once for every room when a house is opened. */
export function enlistTexts(texts: Partial<EventTexts>): void {
  for (const [event, write] of Object.entries(texts)) known.set(event, write);
}

/** The text of an event in the language in force. */
export function textOf(event: EventName, params: Params): Text {
  const write = known.get(event);
  if (!write) throw new Error(`no room says what ${event} tells`);
  // What is sealed in a payload is not there for the app: it is left out, never written as "undefined".
  return write(new Proxy(params, { get: (told, name) => String(told[String(name)] ?? '') }) as never);
}
