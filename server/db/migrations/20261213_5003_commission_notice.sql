-- Companies are notified of a commission rule before it starts, and before a rule of their own ends. A job sends the notices, because a rule can reach all
-- companies. Rules of mandates are made by the owners themselves and are not announced.
alter table commission_rule add announce text check (announce in ('start', 'end'));
