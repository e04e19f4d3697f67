-- Two editors of one question are told apart, and two makers of one name leave one.
alter table rating_item add column revision int not null default 1;
create unique index rating_category_name on rating_category (target, lower(name)) where deleted_at is null;
create unique index rating_item_label on rating_item (category_id, lower(label)) where deleted_at is null;
