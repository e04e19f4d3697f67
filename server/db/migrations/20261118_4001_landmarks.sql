-- Places people search by that are no part of the tree of areas: a road, a stage, a campus, a mall, a part of town. They lie in a county and
-- have a point or a line; what is within so many kilometres of it is found. Properties do not lie in them.
alter table location drop constraint location_kind_check;
alter table location add constraint location_kind_check check (kind in ('country', 'county', 'sub_county', 'ward', 'estate', 'landmark'));
alter table location add column landmark text check (landmark in ('road', 'stage', 'campus', 'mall', 'hospital', 'area'));
-- [[lat, lng], …] of a road, in the order one drives it; null for a point.
alter table location add column line jsonb check (jsonb_typeof(line) = 'array' and jsonb_array_length(line) between 2 and 60);
alter table location add column radius_km double precision check (radius_km between 0.1 and 30);
alter table location add constraint location_landmark check ((kind = 'landmark') = (landmark is not null) and (kind <> 'landmark' or (lat is not null and lng is not null and radius_km is not null))
  and (kind = 'landmark' or (line is null and radius_km is null)));
