-- A bank's line that takes back one of several payments alike: a person says which.
alter table payment_doubt drop constraint payment_doubt_kind_check, drop constraint payment_doubt_decision_check;
alter table payment_doubt
  add constraint payment_doubt_kind_check check (kind in ('prompt', 'reversal', 'which')),
  add constraint payment_doubt_decision_check check (decision in ('same', 'apart', 'loss', 'taken', 'dismissed'));

-- A refund that arrived by two attempts: the second is no refund, and stands for itself.
alter table refund_transfer drop constraint refund_transfer_status_check;
alter table refund_transfer add constraint refund_transfer_status_check check (status in ('queued', 'sent', 'confirmed', 'failed', 'unknown', 'twice'));
