-- What inspections need beside their tables: how many units somebody counted, consent to be visited soon, and a name for the house's own forms.
alter table inspection_answer add column counted int check (counted between 0 and 10000);
alter table inspection add column consented boolean not null default false;
-- When whoever lives there is reminded to answer; null once they were.
alter table inspection add column remind_at timestamptz;
create index inspection_remind_at on inspection (remind_at) where remind_at is not null;
alter table inspection_template add column key text;
create unique index inspection_template_key on inspection_template (key) where key is not null;
create index inspection_template_company on inspection_template (company_id);
