-- A conversation is its enquiry's, and goes with it.
alter table thread drop constraint thread_lead_id_fkey;
alter table thread add constraint thread_lead_id_fkey foreign key (lead_id) references lead on delete cascade;
