-- What an agent earns of the rent collected, in hundredths of a percent, and the mandate an invitation carries.
alter table mandate add column commission_bp int check (commission_bp between 0 and 10000);
alter table invitation add column mandate jsonb check (mandate is null or kind = 'agent');

-- Letters already sent promised all properties and letting: they keep their word.
update invitation i set mandate = '{"scope":"full_management","all_properties":true,"property_ids":[],"ends_on":null,"commission_bp":null}'
from company c where c.id = i.company_id and c.kind = 'owner' and i.kind = 'agent' and i.status = 'pending' and i.short_code is null;

-- "Letting only" and "sale" are fewer rights than full management from now on (contract/access/mandate-rights.ts).
update mandate m set grants = array(select g from unnest(m.grants) g where
  g ~ '^(property\.read|property_analytics\.read|(units|featured_properties|offers|tours|booking|contacts)\.(create|read|edit))$'
  or (m.scope = 'letting_only' and g ~ '^(tenants|tenancies)\.read$'))
where m.scope <> 'full_management';
