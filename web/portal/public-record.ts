import { data, type RouterContextProvider, redirect } from 'react-router';
import type { Answer, Given } from '#contract/kernel/call.ts';
import type { FailureBody } from '#contract/kernel/failures.ts';
import { messages } from '#contract/messages.ts';
import { searchCalls } from '#contract/search/calls.ts';
import type { Card } from '#contract/search/shapes.ts';
import { side } from '#web/client/load.ts';
import type { Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { type CardView, cardView } from './card/card-view.ts';
import { cardLabels } from './labels.ts';

type Context = Readonly<RouterContextProvider>;
type Call = (typeof searchCalls)['property' | 'unit'];

export const missing = () => data({ error: 'Not Found', message: messages.itemNotFound.en }, { status: 404 });

export function idIn(text: string | undefined): number {
  const id = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  if (id < 1) throw missing();
  return id;
}

export type GoneView = ReturnType<typeof goneView>;
function goneView(body: FailureBody, locale: Locale) {
  const found = body.alternatives as readonly Card[] | { results: readonly Card[] } | undefined;
  const like = found === undefined ? [] : 'results' in found ? found.results : found;
  return {
    gone: true as const,
    title: m.portal_gone_title(),
    text: m.portal_gone_text(),
    search: m.portal_gone_search(),
    href: '/listings',
    likeTitle: m.portal_similar() as string,
    cards: like.map((card): CardView => cardView(card, locale)),
    cardLabels: cardLabels(),
    page: { title: m.portal_gone_title(), hidden: true as const },
  };
}

/** What is offered, or the page that says it no longer is: 410, with homes like it. Never offered at all is 404. */
export async function publicRecord<C extends Call>(context: Context, call: C, id: number): Promise<{ it: Answer<C> } | { gone: GoneView }> {
  const { call: ask, locale } = side(context);
  const outcome = await ask(call, { id } as Given<C>);
  if (outcome.ok) return { it: outcome.value };
  if (outcome.status === 410) return { gone: goneView(outcome.body, locale) };
  throw data(outcome.body, { status: outcome.status });
}

/** Homes like one that is gone, for a page that says so itself. */
export async function likeIt(context: Context, listingId: number) {
  const { call, locale } = side(context);
  const like = await call(searchCalls.similar, { id: listingId });
  const cards = like.ok ? like.value.results.map((card): CardView => cardView(card, locale)) : [];
  return { likeTitle: m.portal_similar() as string, cards, cardLabels: cardLabels() };
}

/** The same page for what hangs on one listing. */
export const goneLike = async (context: Context, body: FailureBody, listingId: number): Promise<GoneView> => ({
  ...goneView(body, side(context).locale),
  ...(await likeIt(context, listingId)),
});

export const goneAnswer = (gone: GoneView) => data(gone, { status: 410 });

/** An old or mistyped name in the address leads to the right one, for good. */
export function onlyAt(request: Request, path: string): void {
  const { pathname, searchParams } = new URL(request.url);
  // The router asks for a page's data under the page's own address with these added.
  searchParams.delete('_routes');
  if (decodeURI(pathname).replace(/\/?(\.data)?$/, '') === decodeURI(path)) return;
  throw redirect(searchParams.size > 0 ? `${path}?${searchParams}` : path, 301);
}
