import type { AgentReview } from '#contract/agents/calls.ts';
import type { AgentSpeciality } from '#contract/agents/kinds.ts';
import { agentSpecialityLabels } from '#contract/agents/labels.ts';
import { agentsPublicScreens } from '#contract/agents/public.ts';
import { href } from '#contract/kernel/screen.ts';
import type { AgentCard } from '#contract/search/shapes.ts';
import { formatDuration } from '#web/layout/duration.ts';
import { formatDate, formatRating, getInitials, type Locale, phone } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export const getAgentSpecialityName = (code: string): string =>
  code in agentSpecialityLabels ? agentSpecialityLabels[code as AgentSpeciality]() : code;

const basisNames: Readonly<Record<string, () => string>> = {
  tour: m.agents_basis_tour,
  tenancy: m.agents_basis_tenancy,
  sale: m.agents_basis_sale,
  work_order: m.agents_basis_work_order,
};

export const toAgentView = (agent: AgentCard) => ({
  id: agent.id,
  href: href(agentsPublicScreens.public, { id: agent.id, slug: agent.slug }),
  listingsHref: href(agentsPublicScreens.publicListings, { id: agent.id, slug: agent.slug }),
  name: agent.name,
  image: agent.image,
  initials: getInitials(agent.name),
  company: agent.company,
  verified: agent.verified ? m.agents_verified() : null,
  earb: agent.earb_reg_no ? m.agents_earb({ number: agent.earb_reg_no }) : null,
  rating: agent.rating
    ? { average: formatRating(agent.rating.avg), says: m.agents_rated({ average: formatRating(agent.rating.avg), count: agent.rating.count }) }
    : null,
  offers: m.agents_offers({ count: agent.listings }),
  answers: agent.answer_minutes === null ? null : m.agents_answers({ time: formatDuration(agent.answer_minutes) }),
  call: agent.phone
    ? { href: `tel:${agent.phone}`, text: phone(agent.phone), says: m.agents_call({ name: agent.name, phone: phone(agent.phone) }) }
    : null,
});
export type AgentView = ReturnType<typeof toAgentView>;

export const toAgentReviewView = (review: AgentReview, locale: Locale) => ({
  id: review.id,
  score: review.score,
  stars: m.agents_stars({ count: Math.round(review.score) }),
  author: review.author ?? m.agents_unnamed(),
  when: formatDate(review.created_at, locale),
  basis: basisNames[review.basis]?.() ?? '',
  body: review.body,
  reply: review.reply,
});
export type AgentReviewView = ReturnType<typeof toAgentReviewView>;
