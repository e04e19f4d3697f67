-- Both sides of a report: what the reported side answers, who decided, and one appeal that somebody else decides.
alter table abuse_report
  add column closed_by bigint references person,
  add column answer text not null default '' check (length(answer) <= 4000),
  add column answered_by bigint references person,
  add column answered_at timestamptz,
  add column appeal text not null default '' check (length(appeal) <= 4000),
  add column appealed_by bigint references person,
  add column appealed_at timestamptz,
  add column appeal_outcome text check (appeal_outcome in ('kept', 'lifted')),
  add column appeal_decision text not null default '' check (length(appeal_decision) <= 4000),
  add column appeal_decided_by bigint references person,
  add column appeal_decided_at timestamptz;
-- Of what was decided so far the move log knows by whom.
update abuse_report r set closed_by = (select m.actor_id from move_log m where m.subject = 'abuse_report' and m.subject_id = r.id and m.move = 'close' order by m.id desc limit 1)
  where r.status = 'closed';
