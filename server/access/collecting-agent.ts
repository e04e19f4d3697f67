import { type Expression, type RawBuilder, sql } from 'kysely';
import { mandateInForceSql } from './scopes.ts';

type Of = number | null | Expression<unknown>;

/** The agency that a mandate in force allows to collect the rent of a home; null without one. */
export const collectingAgentSql = (owner: Of, agent: Of, property: Of): RawBuilder<number | null> =>
  sql`(select m.agent_company_id from mandate m where m.may_collect and ${mandateInForceSql('m')} and m.owner_company_id = ${owner} and m.agent_company_id = ${agent}
    and (m.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = m.id and mp.property_id = ${property})) limit 1)`;
