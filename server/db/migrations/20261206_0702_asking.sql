-- What an applicant answered when they were asked for more: theirs to say once more, and not a part of what they wrote at first.
alter table booking add column answer text not null default '';
-- Lists of bookings say whether the lease that came of one is signed.
create index tenancy_of_booking on tenancy (booking_id) where booking_id is not null;
-- What was asked without an account is found by whoever shows that the number is theirs.
create index lead_guest_phone on lead (phone) where person_id is null;
