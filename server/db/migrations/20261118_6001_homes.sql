-- What the homes draw is of the last thirty days.
create index lead_came on lead (created_at);
create index person_came on person (created_at);
-- What waits: accounts to approve, leads nobody has answered.
create index person_to_approve on person (user_type, created_at) where verified_status = 'pending' and closed_at is null;
create index lead_unanswered on lead (company_id, created_at) where first_answer_at is null;
