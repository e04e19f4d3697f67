-- What a buyer pays beside the price: stamp duty, advocate, valuer, by the day a rate begins. A rate that has begun is never changed: the
-- next one is a row of its own. Hundredths of a percent of the price, and the least there is.
create table buyer_rate (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('stamp_duty', 'legal', 'valuation')),
  starts_on date not null,
  points int not null check (points between 0 and 2000),
  least_cents bigint not null default 0 check (least_cents >= 0),
  note text not null default '',
  created_by bigint references person on delete set null,
  created_at timestamptz not null default app.now(),
  unique (kind, starts_on)
);
insert into buyer_rate (kind, starts_on, points, least_cents, note) values
  ('stamp_duty', '2024-04-01', 400, 0, 'Cities and towns; 2 % elsewhere'),
  ('legal', '2024-04-01', 150, 3500000, 'Advocates ask 1 to 2 %'),
  ('valuation', '2024-04-01', 25, 1000000, 'Valuers ask 0.25 to 0.5 %');

-- The rates of a day, as `ratesOn` of contract/listing/rates.ts has them; a test holds the two together.
create function buyer_rates(on_day date) returns jsonb language sql stable parallel safe as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'starts_on', starts_on, 'points', points, 'least_cents', least_cents)
    order by array_position(array['stamp_duty', 'legal', 'valuation'], kind)), '[]')
  from (select distinct on (kind) * from buyer_rate where starts_on <= on_day order by kind, starts_on desc) r $$;

-- Pages that show a sale show the rates.
create function buyer_rate_pages() returns trigger language plpgsql as $$ begin perform pg_notify('pages', ''); return null; end $$;
create trigger buyer_rate_pages after insert or delete on buyer_rate for each statement execute function buyer_rate_pages();
