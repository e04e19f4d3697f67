-- Why what a payment was put to was taken back again, where a person said so.
alter table allocation add column undone_reason text;
