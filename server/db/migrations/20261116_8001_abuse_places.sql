-- Where a report came from and where its author signed in lately, each as a keyed hash: people who share one count as one.
alter table abuse_report add column reporter_places text[] not null default '{}';
