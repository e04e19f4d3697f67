-- A rate that was typed wrong is corrected on the day it was set, or before its day comes: pages that show a sale follow.
drop trigger buyer_rate_pages on buyer_rate;
create trigger buyer_rate_pages after insert or update or delete on buyer_rate for each statement execute function buyer_rate_pages();
