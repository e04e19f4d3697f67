-- Since when nobody lived in the unit before a sheet brought somebody: taken back, it is empty since then again.
alter table portfolio_row add column vacant_since timestamptz;
