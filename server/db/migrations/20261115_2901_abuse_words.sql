-- The kinds of abuse as the product definition names them, and what was done about a report.
alter table abuse_report drop constraint abuse_report_reason_check;
alter table abuse_report add constraint abuse_report_reason_check check (reason in ('fake_listing', 'wrong_photos', 'viewing_fee', 'already_let',
  'price_bait', 'discrimination', 'harassment', 'double_deposit', 'illegal_eviction', 'spam', 'other'));
alter table abuse_report add column outcome text check (outcome in ('upheld', 'partly', 'not_upheld'));
alter table abuse_report drop column upheld;
alter table abuse_report add column action text not null default 'none' check (action in ('none', 'pause', 'stall'));
