import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { agentLanguages, agentSpecialities } from '#contract/agents/kinds.ts';
import { agentSpecialityLabels } from '#contract/agents/labels.ts';
import { agentsPublicScreens } from '#contract/agents/public.ts';
import { searchCalls } from '#contract/search/calls.ts';
import { searchResultsPerPage } from '#contract/search/limits.ts';
import { loadCall, readServerFunctions } from '#web/client/load.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { buildSearchHref } from '#web/portal/search/query.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { SelectField, TextField } from '#web/ui/public/field.tsx';
import { m } from '#words/messages.js';
import { AgentTile } from './agent-parts.tsx';
import classes from './agents.module.css';
import { toAgentView } from './view.ts';

export const handle = makeScreenHandle(agentsPublicScreens.search, m.screens_agents_search);

const names = ['q', 'where', 'language', 'speciality', 'rating'] as const;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const value = (name: string) => (params.get(name) ?? '').trim();
  const asked = Object.fromEntries(names.map((name) => [name, value(name).slice(0, 80)])) as Record<(typeof names)[number], string>;
  const page = Math.min(1000, Math.max(1, Math.floor(Number(params.get('page'))) || 1));
  const { call } = readServerFunctions(context);
  // The place is typed as text; the first match is used, and an unknown place gives no agents.
  const places = asked.where ? await call(searchCalls.suggest, { q: asked.where, limit: 8 }) : null;
  const place = places?.ok ? places.value.results.find((one) => one.kind !== 'property') : undefined;
  const lost = asked.where !== '' && !place;
  const found = lost
    ? { results: [], count: 0 }
    : await loadCall(context, searchCalls.agents, {
        page,
        ...(asked.q ? { q: asked.q } : {}),
        ...(place ? { place: place.id } : {}),
        ...(asked.language ? { language: asked.language } : {}),
        ...(asked.speciality ? { speciality: asked.speciality } : {}),
        ...(/^[1-5]$/.test(asked.rating) ? { rating: asked.rating } : {}),
      });
  const to = (next: number) => {
    const query = new URLSearchParams(names.filter((name) => asked[name]).map((name) => [name, asked[name]]));
    if (next > 1) query.set('page', String(next));
    return buildSearchHref('/agents', query);
  };
  return {
    asked,
    agents: found.results.map(toAgentView),
    count: m.agents_count({ count: found.count }),
    previous: page > 1 ? to(page - 1) : null,
    next: page * searchResultsPerPage.usual < found.count ? to(page + 1) : null,
    specialities: agentSpecialities.map((code) => ({ value: code, label: agentSpecialityLabels[code]() })),
    page: { title: m.agents_title(), description: m.agents_lead(), languages: true as const },
  };
}

/** Search for agents by name, area, language, speciality and rating. */
export default function AgentSearch() {
  const { asked, agents, count, previous, next, specialities } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${classes.page}`}>
      <h1>{m.agents_title()}</h1>
      <p className={classes.lead}>{m.agents_lead()}</p>
      <Form action="/agents" method="get" className={classes.form} key={JSON.stringify(asked)}>
        <TextField label={m.agents_search()} name="q" defaultValue={asked.q} maxLength={80} />
        <TextField label={m.agents_place()} name="where" defaultValue={asked.where} maxLength={80} placeholder={m.agents_place_hint()} />
        <SelectField
          label={m.agents_language()}
          name="language"
          defaultValue={asked.language}
          options={[{ value: '', label: m.agents_any_language() }, ...agentLanguages.map((name) => ({ value: name, label: name }))]}
        />
        <SelectField
          label={m.agents_speciality()}
          name="speciality"
          defaultValue={asked.speciality}
          options={[{ value: '', label: m.agents_any_speciality() }, ...specialities]}
        />
        <SelectField
          label={m.agents_rating()}
          name="rating"
          defaultValue={asked.rating}
          options={[
            { value: '', label: m.agents_any_rating() },
            ...['4', '3', '2'].map((n) => ({ value: n, label: m.agents_rating_from({ rating: n }) })),
          ]}
        />
        <Button type="submit">{m.agents_find()}</Button>
      </Form>
      <p className={classes.count} role="status">
        {count}
      </p>
      {agents.length === 0 ? (
        <p className={classes.none}>
          {m.agents_none()} <AppLink href="/agents">{m.agents_clear()}</AppLink>
        </p>
      ) : (
        <ul className={classes.tiles}>
          {agents.map((agent) => (
            <AgentTile key={agent.id} agent={agent} />
          ))}
        </ul>
      )}
      {(previous || next) && (
        <nav className={classes.pages} aria-label={m.agents_pages()}>
          {previous && <AppLink href={previous}>{m.shell_page_previous()}</AppLink>}
          {next && <AppLink href={next}>{m.shell_page_next()}</AppLink>}
        </nav>
      )}
    </div>
  );
}
