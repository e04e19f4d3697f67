-- A step of what being late costs keeps an id of its own, by which its history is found: its place alone changes when another is taken away.
-- Steps of before have none, and are found by their place as they were charged.
alter table late_fee alter column tier type integer;
