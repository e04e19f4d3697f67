-- What a verification came to: whether the property was verified or turned down. Of those that are over, as the property's history says.
alter table inspection add column outcome text check (outcome in ('verified', 'rejected'));
update inspection i set outcome = (select l.to_state from move_log l where l.subject = 'property' and l.subject_id = i.property_id and l.to_state in ('verified', 'rejected')
  and l.at >= i.submitted_at order by l.at limit 1) where i.kind = 'verification' and i.status = 'agreed';
-- Whoever lives there answers every report about their home, not only of moving in and out.
alter table inspection drop constraint inspection_check;
alter table inspection add constraint inspection_answered check (answer_by is null or (status = 'submitted' and kind <> 'verification' and tenancy_id is not null));
