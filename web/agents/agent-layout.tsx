import type { ReactNode } from 'react';
import { useLocation, useParams } from 'react-router';
import { type FamilyReadCalls, familyCalls } from '#contract/people/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { m } from '#words/messages.js';

/** Tabs between an agent's page (people module), listings and reviews. */
export function AgentTabs({ id, code }: { id: number; code: string }) {
  const { link } = useDashboard();
  const { pathname } = useLocation();
  const places = [
    { href: link('people.agent', { id, code }), label: m.agents_tab_overview() },
    { href: link('agents.listings', { id, code }), label: m.agents_tab_offers() },
    { href: link('agents.reviews', { id, code }), label: m.agents_tab_reviews() },
  ];
  const current = places.find((place) => place.href === pathname)?.href ?? places[0]?.href ?? '';
  return <ViewTabs label={m.agents_tabs()} items={places.map((place) => ({ ...place, current: place.href === current }))} />;
}

/** Header and tabs of an agent's pages; people the caller cannot see are hidden here too. */
export function AgentPageFrame({ children }: { children: (agent: { id: number; name: string }) => ReactNode }) {
  const { id, code } = useParams();
  const { link } = useDashboard();
  const calls: FamilyReadCalls = familyCalls.agent;
  const found = useCall(calls.details, { id: parseAddressId(id), ...(code ? { code } : {}) });
  useScreenTitle(found.data?.name);
  if (!found.data) return <LoadingState answer={found} />;
  const agent = found.data;
  return (
    <>
      <PageHeader
        title={agent.name}
        crumbs={[{ label: m.screens_people_agents(), href: link('people.agents') }, { label: agent.code }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={agent.company ?? agent.email}
      />
      <AgentTabs id={agent.id} code={agent.code} />
      {children(agent)}
    </>
  );
}
