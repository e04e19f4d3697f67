-- For which home a message of M-Pesa was pasted: a reason to match what it proves, and what who pasted it reads.
create index status_query_pasted on status_query (external) where tenancy_id is not null;
create index status_query_pasted_by on status_query (tenancy_id, asked_by) where tenancy_id is not null;
