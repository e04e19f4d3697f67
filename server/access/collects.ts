import { type Expression, type RawBuilder, sql } from 'kysely';
import { inForce } from './scopes.ts';

type Of = number | null | Expression<unknown>;

/** The agency, where a mandate in force lets it take the money of a home; null where none does. */
export const collectingAgent = (owner: Of, agent: Of, property: Of): RawBuilder<number | null> =>
  sql`(select m.agent_company_id from mandate m where m.may_collect and ${inForce('m')} and m.owner_company_id = ${owner} and m.agent_company_id = ${agent}
    and (m.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = m.id and mp.property_id = ${property})) limit 1)`;
