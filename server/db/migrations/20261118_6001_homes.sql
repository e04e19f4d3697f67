-- What the homes draw is of the last thirty days. BRIN answers that; a B-tree would also offer itself to every list ordered by the day,
-- where the plan for all values then walks through everybody's leads.
create index lead_came on lead using brin (created_at);
create index person_came on person using brin (created_at);
-- What waits: accounts to approve, leads nobody has answered.
create index person_to_approve on person (user_type, created_at) where verified_status = 'pending' and closed_at is null;
create index lead_unanswered on lead (company_id, created_at) where first_answer_at is null;
