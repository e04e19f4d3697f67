-- A county is given by the platform. Those who chose theirs while joining and were never verified keep it as a wish (person_profile.details).
update company c set region = null from person p
where p.company_id = c.id and p.user_type = 7 and p.verified_status = 'pending';
update person set region = null where user_type = 7 and verified_status = 'pending';
