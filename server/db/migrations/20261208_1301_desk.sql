-- Cash that waits for its payer's code remembers which invoices it was taken for.
alter table payment add column invoice_ids bigint[] not null default '{}';

-- What arrived is read until it is certain what it was; whose number and name stood in it is not kept beyond that.
alter table inbox add column thinned_at timestamptz;
create index inbox_thick on inbox (seen_at) where thinned_at is null;
