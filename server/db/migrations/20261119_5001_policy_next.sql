-- The next version of a policy is written beside the one in force, published with what changed and the day it takes effect, and comes into
-- force on that day. A version without published_at is a draft and may still be rewritten; one that has it never is.
alter table policy_version add published_at timestamptz, add summary_sw text not null default '';
update policy_version v set published_at = v.created_at from policy p where p.id = v.policy_id and (p.status <> 'draft' or v.version < p.version);

-- How somebody agreed: while joining, by an invitation, or asked when signed in. Of agreements from before it is not known.
alter table policy_consent add how text check (how in ('joining', 'invitation', 'signed_in'));
create index policy_consent_policy on policy_consent (policy_id, version);
