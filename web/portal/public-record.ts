import { data, type RouterContextProvider, redirect } from 'react-router';
import type { CallInput, CallResult } from '#contract/kernel/call.ts';
import type { FailureBody } from '#contract/kernel/failures.ts';
import { messages } from '#contract/messages.ts';
import { searchCalls } from '#contract/search/calls.ts';
import type { ListingCard } from '#contract/search/shapes.ts';
import { readServerFunctions } from '#web/client/load.ts';
import type { Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { type ListingCardView, toListingCardView } from './card/card-view.ts';
import { getCardLabels } from './labels.ts';

type Context = Readonly<RouterContextProvider>;
type Call = (typeof searchCalls)['property' | 'unit'];

export const makeNotFoundResponse = () => data({ error: 'Not Found', message: messages.itemNotFound.en }, { status: 404 });

export function readIdInPath(text: string | undefined): number {
  const id = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  if (id < 1) throw makeNotFoundResponse();
  return id;
}

export type RemovedListingView = ReturnType<typeof goneView>;
function goneView(body: FailureBody, locale: Locale) {
  const found = body.alternatives as readonly ListingCard[] | { results: readonly ListingCard[] } | undefined;
  const like = found === undefined ? [] : 'results' in found ? found.results : found;
  return {
    gone: true as const,
    title: m.portal_gone_title(),
    text: m.portal_gone_text(),
    search: m.portal_gone_search(),
    href: '/listings',
    likeTitle: m.portal_similar() as string,
    cards: like.map((card): ListingCardView => toListingCardView(card, locale)),
    cardLabels: getCardLabels(),
    page: { title: m.portal_gone_title(), hidden: true as const },
  };
}

/** A public record, or a 410 page with similar homes if the record is no longer listed. A record that was never listed answers 404. */
export async function loadPublicRecord<C extends Call>(
  context: Context,
  call: C,
  id: number,
): Promise<{ it: CallResult<C> } | { gone: RemovedListingView }> {
  const { call: ask, locale } = readServerFunctions(context);
  const outcome = await ask(call, { id } as CallInput<C>);
  if (outcome.ok) return { it: outcome.value };
  if (outcome.status === 410) return { gone: goneView(outcome.body, locale) };
  throw data(outcome.body, { status: outcome.status });
}

/** Homes similar to an ended listing, for a page with its own message. */
export async function loadSimilarHomes(context: Context, listingId: number) {
  const { call, locale } = readServerFunctions(context);
  const like = await call(searchCalls.similar, { id: listingId });
  const cards = like.ok ? like.value.results.map((card): ListingCardView => toListingCardView(card, locale)) : [];
  return { likeTitle: m.portal_similar() as string, cards, cardLabels: getCardLabels() };
}

/** The page with similar homes for records of a listing. */
export const loadRemovedListingView = async (context: Context, body: FailureBody, listingId: number): Promise<RemovedListingView> => ({
  ...goneView(body, readServerFunctions(context).locale),
  ...(await loadSimilarHomes(context, listingId)),
});

export const makeGoneResponse = (gone: RemovedListingView) => data(gone, { status: 410 });

/** Redirects an old or mistyped name in the address permanently. */
export function redirectToCanonical(request: Request, path: string): void {
  const { pathname, searchParams } = new URL(request.url);
  // The router requests a page's data at the page's own address with these parameters.
  searchParams.delete('_routes');
  if (decodeURI(pathname).replace(/\/?(\.data)?$/, '') === decodeURI(path)) return;
  throw redirect(searchParams.size > 0 ? `${path}?${searchParams}` : path, 301);
}
