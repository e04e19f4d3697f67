import { data, type RouterContextProvider } from 'react-router';
import { agentsPublicScreens } from '#contract/agents/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { searchCalls } from '#contract/search/calls.ts';
import { loadCall, readServerFunctions } from '#web/client/load.ts';
import { groupCardsByBuilding } from '#web/portal/card/buildings.ts';
import { getCardLabels } from '#web/portal/labels.ts';
import { getEnquiryLabels } from '#web/portal/offer/property-view.ts';
import { makeGoneResponse, type RemovedListingView, readIdInPath, redirectToCanonical } from '#web/portal/public-record.ts';
import { buildSearchHref } from '#web/portal/search/query.ts';
import { loadReviewsView } from '#web/review/public-load.ts';
import { formatMonth } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { getAgentSpecialityName, toAgentView } from './view.ts';

type Context = Readonly<RouterContextProvider>;
type Where = { readonly context: Context; readonly request: Request; readonly params: { readonly id?: string | undefined } };

/** A former agent: shows so, with a link to the others. */
const goneAgent = (): RemovedListingView => ({
  gone: true,
  title: m.agents_gone_title(),
  text: m.agents_gone_text(),
  search: m.agents_gone_search(),
  href: href(agentsPublicScreens.search),
  likeTitle: '',
  cards: [],
  cardLabels: getCardLabels(),
  page: { title: m.agents_gone_title(), hidden: true },
});

/** The agent of the address; another name in it redirects permanently. Removed is 410, unknown is 404. */
async function agentAt({ context, request, params }: Where, page: 'public' | 'publicListings') {
  const outcome = await readServerFunctions(context).call(searchCalls.agent, { id: readIdInPath(params.id) });
  if (!outcome.ok && outcome.status === 410) return null;
  if (!outcome.ok) throw data(outcome.body, { status: outcome.status });
  const view = toAgentView(outcome.value);
  redirectToCanonical(request, page === 'public' ? view.href : view.listingsHref);
  return { agent: outcome.value, view };
}

const preview = 6;

export async function loadAgentPage(where: Where) {
  const { context, request } = where;
  const found = await agentAt(where, 'public');
  if (!found) return makeGoneResponse(goneAgent());
  const { agent, view } = found;
  const { locale, product } = readServerFunctions(context);
  const [homes, reviews] = await Promise.all([
    loadCall(context, searchCalls.listings, { agent: agent.id, size: preview }),
    loadReviewsView(context, 'agent', agent.id),
  ]);
  const asked = new URL(request.url).searchParams.get('enquiry');
  return {
    agent: view,
    bio: (locale === 'sw' && agent.bio_sw) || agent.bio || agent.bio_sw,
    facts: [
      ...(agent.since ? [m.agents_years({ year: String(agent.since) })] : []),
      m.agents_since({ date: formatMonth(agent.member_since, locale) }),
      ...(agent.closed_12m > 0 ? [m.agents_closed({ count: agent.closed_12m })] : []),
    ],
    languages: agent.languages,
    specialities: agent.specialities.map(getAgentSpecialityName),
    areas: agent.areas.map((area) => ({
      id: area.id,
      name: area.name,
      n: area.n,
      href: buildSearchHref('/listings', new URLSearchParams({ place: String(area.id), agent: String(agent.id) })),
    })),
    cards: groupCardsByBuilding(homes, locale),
    more: homes.count > preview,
    map: buildSearchHref('/mapsearch', new URLSearchParams({ agent: String(agent.id) })),
    cardLabels: getCardLabels(),
    reviews,
    enquiry: getEnquiryLabels(agent.name, m.agents_ask({ name: agent.name })),
    enquired: (asked === 'sent' || asked === 'failed' ? asked : null) as 'sent' | 'failed' | null,
    page: { title: agent.name, description: m.agents_description({ name: agent.name, product }), languages: true as const },
  };
}

export async function loadAgentListings(where: Where) {
  const { context, request } = where;
  const found = await agentAt(where, 'publicListings');
  if (!found) return makeGoneResponse(goneAgent());
  const { agent, view } = found;
  const { locale, product } = readServerFunctions(context);
  const params = new URL(request.url).searchParams;
  const page = Math.min(1000, Math.max(1, Math.floor(Number(params.get('page'))) || 1));
  const after = params.get('after');
  const homes = await loadCall(context, searchCalls.listings, { agent: agent.id, page, ...(after ? { after } : {}) });
  const to = (number: number, next: string | null) => {
    const query = new URLSearchParams(number > 1 ? { page: String(number) } : {});
    if (next) query.set('after', next);
    return buildSearchHref(view.listingsHref, query);
  };
  return {
    agent: view,
    cards: groupCardsByBuilding(homes, locale),
    cardLabels: getCardLabels(),
    count: m.agents_offers({ count: homes.count }),
    previous: page > 1 ? to(page - 1, null) : null,
    next: homes.next ? to(page + 1, homes.next) : null,
    page: {
      title: m.agents_homes_of({ name: agent.name }),
      description: m.agents_description({ name: agent.name, product }),
      languages: true as const,
    },
  };
}
