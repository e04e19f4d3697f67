-- Which sweep is taking the bytes away, and when it last said so: two that overlap must not both remove one key.
alter table media_doubt add column swept_by uuid, add column swept_at timestamptz;
