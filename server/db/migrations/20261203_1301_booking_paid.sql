-- What a former holder found out about an applicant is not the next one's to read: whose it was, since the home changed hands.
alter table screening_check add column former_company_id bigint references company;
-- Files that were brought as evidence of a payment for this booking, and what its applicant says they paid.
alter table booking add column evidence bigint[] not null default '{}';
alter table booking add column said_paid jsonb;
