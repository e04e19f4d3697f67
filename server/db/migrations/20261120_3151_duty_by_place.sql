-- Stamp duty goes by where the land lies: one rate in cities, municipalities and gazetted towns, a lower one elsewhere.
alter table buyer_rate drop constraint buyer_rate_kind_check;
alter table buyer_rate add constraint buyer_rate_kind_check check (kind in ('stamp_duty', 'stamp_duty_rural', 'legal', 'valuation'));
insert into buyer_rate (kind, starts_on, points, least_cents, note) values
  ('stamp_duty_rural', '2024-04-01', 200, 0, 'Outside cities, municipalities and towns');

-- Which it is for a place. Places are named by the codes of the electoral commission: Nairobi and Mombasa are cities throughout; sub-counties
-- that are one municipality (Garissa Township, Mavoko, Ruiru, Nakuru Town West and East, Kajiado North, Kisumu Central); wards that are a town
-- (Kitengela, Thika Township, Nanyuki ...). Where a sub-county holds a town beside open country, a ward that is not the town may lie on either
-- side of the boundary: nobody here knows it, and the bill says so. Every other sub-county is country.
create function duty_place(place bigint) returns text language sql stable parallel safe as $$
  with town as (select '{
    0032,0052,0057,0060,0078,0079,0105,0127,0169,0215,0225,0235,0241,0242,0276,0315,0340,0355,0401,0424,0482,0492,0494,0495,0514,0525,0561,0564,
    0565,0566,0585,0587,0590,0594,0595,0598,0599,0600,0602,0627,0642,0663,0685,0711,0713,0719,0722,0723,0726,0772,0793,0812,0820,0829,0836,0838,
    0843,0844,0893,0917,0922,0947,0981,1012,1013,1014,1098,1099,1141,1166,1188,1189,1241,1270,1332,1356}'::text[] as wards)
  select coalesce((select case
    when c.code in ('001', '047') or s.code in ('027', '080', '115', '175', '176', '183', '240') or w.code = any (town.wards) then 'town'
    -- An estate lies in the ward its point is nearest to; one that is called as a town or its middle is the town all the same.
    when e.name ~* '\m(cbd|town)$' or exists (select 1 from location t where t.kind = 'ward' and t.county = e.county and t.code = any (town.wards) and t.name = e.name) then 'town'
    when s.code = any ('{
    007,009,010,011,012,013,014,016,019,022,023,024,025,026,034,042,043,045,047,049,051,056,057,058,059,060,061,063,
    064,065,066,069,072,077,078,081,084,086,087,088,089,091,092,096,097,098,099,100,102,103,104,106,108,109,110,111,
    112,113,114,116,117,118,119,120,121,122,124,125,129,133,138,139,140,141,142,143,144,145,146,149,153,155,159,162,
    163,164,166,167,168,169,173,174,177,179,184,185,186,187,189,190,191,192,194,197,201,202,204,207,211,213,214,215,
    220,221,222,223,225,228,233,234,235,236,238,239,242,243,245,249,251,253,254,255,256,259,265,267,269,270,271,273}') or s.code is null then 'unsure'
    else 'rural' end
  from location_path p join location c on c.id = p.county_id left join location s on s.id = p.sub_county_id left join location w on w.id = p.ward_id
    left join location e on e.id = p.estate_id, town
  where p.id = place), 'unsure') $$;

-- The rates of a day, as `ratesOn` of contract/listing/rates.ts has them; a test holds the two together.
create or replace function buyer_rates(on_day date) returns jsonb language sql stable parallel safe as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'starts_on', starts_on, 'points', points, 'least_cents', least_cents)
    order by array_position(array['stamp_duty', 'stamp_duty_rural', 'legal', 'valuation'], kind)), '[]')
  from (select distinct on (kind) * from buyer_rate where starts_on <= on_day order by kind, starts_on desc) r $$;

-- Those a bill in a place is estimated by: one duty. Where nobody knows which, the town's, with the other beside it.
create function buyer_rates(on_day date, place bigint) returns jsonb language sql stable parallel safe as $$
  with rates as (select r, r ->> 'kind' as kind, n from jsonb_array_elements(buyer_rates(on_day)) with ordinality as x (r, n)),
    here as (select duty_place(place) as said)
  select coalesce(jsonb_agg(case when here.said = 'unsure' and kind = 'stamp_duty' then r || jsonb_build_object('kind', 'stamp_duty_unsure',
      'low_points', (select coalesce(min((low.r ->> 'points')::int), (rates.r ->> 'points')::int) from rates low where low.kind = 'stamp_duty_rural')) else r end order by n), '[]')
  from rates, here where kind <> case when here.said = 'rural' then 'stamp_duty' else 'stamp_duty_rural' end $$;
