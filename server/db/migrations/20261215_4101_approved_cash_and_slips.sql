-- The cash that each line clears in the import that another person approved: line numbers with the ids of the cash payments. A deposit that is declared
-- later clears nothing in this import. Null: the import was not approved by this rule.
alter table statement add column cash_lines jsonb;

-- One picture of a slip proves one deposit of a company. The mark is the hash of the file, as in its storage key.
alter table cash_deposit add column slip_mark text check (length(slip_mark) = 40);
update cash_deposit d set slip_mark = k.mark
from (
  select distinct on (c.company_id, mark) c.id, left(v.key, 40) as mark
  from cash_deposit c join media_variant v on v.file_id = c.slip_file_id and v.label = 'original', left(v.key, 40) as mark
  where c.status <> 'withdrawn' and length(mark) = 40
  order by c.company_id, mark, c.id
) k
where k.id = d.id;
create unique index cash_deposit_slip_once on cash_deposit (company_id, slip_mark) where slip_mark is not null and status <> 'withdrawn';
