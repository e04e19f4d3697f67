-- A bank's line that takes back one of several payments alike: a person says which.
alter table payment_doubt drop constraint payment_doubt_kind_check, drop constraint payment_doubt_decision_check;
alter table payment_doubt
  add constraint payment_doubt_kind_check check (kind in ('prompt', 'reversal', 'which')),
  add constraint payment_doubt_decision_check check (decision in ('same', 'apart', 'loss', 'taken', 'dismissed'));
