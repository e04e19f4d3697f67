-- Cash that a company takes for Makao's clients stays on its cash account (1040) until it is paid into the bank. The statement line that shows the
-- deposit is kept with each payment it names, so that the same cash is not banked twice and is never credited to the tenant again.
alter table payment add column banked_line_id bigint references statement_line;
create index payment_banked_line on payment (banked_line_id) where banked_line_id is not null;
