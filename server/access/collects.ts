import { type Expression, type RawBuilder, sql } from 'kysely';
import { inForce } from './scopes.ts';

type Of = number | null | Expression<unknown>;

/** Mandates in force of an owner to an agency that reach a home. */
const between = (owner: Of, agent: Of, property: Of) => sql`${inForce('m')} and m.owner_company_id = ${owner} and m.agent_company_id = ${agent}
    and (m.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = m.id and mp.property_id = ${property}))`;

/** The agency, where a mandate in force lets it take the money of a home; null where none does. */
export const collectingAgent = (owner: Of, agent: Of, property: Of): RawBuilder<number | null> =>
  sql`(select m.agent_company_id from mandate m where m.may_collect and ${between(owner, agent, property)} limit 1)`;
/** What the agency spends of the owner's without asking. */
export const approvalLimit = (owner: Of, agent: Of, property: Of): RawBuilder<number | null> =>
  sql`(select max(m.approval_limit_cents) from mandate m where ${between(owner, agent, property)})`;
