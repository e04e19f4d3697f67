-- That a payout came back is said by one person and confirmed by another, with what shows it.
alter table settlement_transaction add column back_said_by bigint references person, add column back_said_at timestamptz;
