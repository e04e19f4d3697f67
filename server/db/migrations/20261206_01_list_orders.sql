-- What the lists of bookings and tenancies are sorted by, as columns: the list and its indexes cannot mean two orders.
alter table booking add column due_at timestamptz generated always as (coalesce(decide_by, pay_until, waitlist_until)) stored;
-- The day something happens next; nothing more happens to one that is over.
alter table tenancy add column next_on date generated always as
  (case status when 'terminate' then null when 'pending' then starts_on else coalesce(leaving_on, ends_on) end) stored;

-- A company's and the platform's: the first page is the first rows of the index.
create index booking_due on booking (due_at, id desc) where hidden_at is null;
create index booking_company_due on booking (company_id, due_at, id desc) where hidden_at is null;
create index tenancy_next on tenancy (next_on, id desc);
create index tenancy_company_next on tenancy (company_id, next_on, id desc);
