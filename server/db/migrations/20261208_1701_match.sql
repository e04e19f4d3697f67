-- When a line of a statement says at what time it was.
alter table statement_line add column paid_at timestamptz;

-- Money that was wholly given back has no owner to be found for, and leaves the desk.
alter table payment drop constraint payment_match_check, add constraint payment_match_check check (match in ('unmatched', 'suggested', 'matched', 'returned'));
drop index payment_desk;
create index payment_desk on payment (id) where status = 'completed' and match in ('unmatched', 'suggested');
update payment set match = 'returned' where status = 'completed' and refunded_cents > 0 and refunded_cents = cents;

-- What came of an arrival is a word of contract/collection/kinds.ts, so that everybody reads it in their language.
update inbox set result = coalesce((select w.word from (values ('M-Pesa was busy: asked again', 'busy'), ('nobody asked', 'nobody_asked'), ('of a shape we do not know', 'unread'),
  ('no prompt of ours', 'no_prompt'), ('no amount', 'no_amount'), ('for another paybill', 'other_paybill'), ('answered before', 'answered_before'),
  ('M-Pesa knows no such number', 'no_such_number'), ('paid to somebody else', 'other_party'), ('what the paybill stands at', 'balance')) w (was, word)
  where w.was = inbox.result), regexp_replace(result, '^(code|status) ', '\1:')) where result is not null;
