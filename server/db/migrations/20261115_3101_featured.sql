-- Two keepers may edit one product; a booking remembers when it really stopped and who decided about its payment.
alter table featured_product add column revision int not null default 1;
alter table featured_booking
  add column ended_on date,
  add column waived boolean not null default false,
  add column status_reason text not null default '' check (length(status_reason) <= 500);
create index featured_booking_listing on featured_booking (listing_id);
create index featured_product_kept on featured_product (placement, id) where deleted_at is null;

-- A visit that came by a featured card is counted for its booking too, by the minute, with the views.
alter table listing_seen add column featured boolean not null default false;

-- Clicks are counted all day and show on no card: cards follow a booking's state alone.
create function booking_cards_follow() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if cards_off() then return null; end if;
  ids := array(select distinct n.listing_id from new_rows n join old_rows o using (id) where (n.status = 'running') is distinct from (o.status = 'running'));
  if cardinality(ids) = 0 then return null; end if;
  perform refresh_cards(ids), pg_notify('pages', '');
  return null;
end $$;
drop trigger featured_booking_cards_update on featured_booking;
create trigger featured_booking_cards_update after update on featured_booking
  referencing old table as old_rows new table as new_rows for each statement execute function booking_cards_follow();
