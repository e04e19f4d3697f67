-- A rule decides whose money a statement line becomes, so its author counts as a person who handled that money. The line keeps the author, because
-- the rule may be changed or deleted later. Rules written before this migration have no known author.
alter table statement_rule add by_id bigint references person;
alter table statement_line add rule_by bigint references person;
