-- A saved search tells of prices that fell too: once a price, beside once as new (0).
alter table saved_search_notified add column price_cents bigint not null default 0;
alter table saved_search_notified drop constraint saved_search_notified_pkey;
alter table saved_search_notified add primary key (search_id, listing_id, price_cents);
-- Prices are added at the end and never changed: which fell lately is read off the last blocks.
create index listing_price_at on listing_price using brin (at);
