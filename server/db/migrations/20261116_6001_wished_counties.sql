-- A county is given by the platform. Those who chose theirs while joining and were not let in keep it as a wish (person_profile.details);
-- one the platform gave (by invitation, or by its own act) stays.
create temp table wished on commit drop as
  select p.id, p.company_id from person p join person_profile pp on pp.person_id = p.id
  where p.user_type = 7 and p.verified_status in ('pending', 'rejected') and pp.details->>'region' = p.region;
update company set region = null where id in (select company_id from wished);
update person set region = null where id in (select id from wished);
