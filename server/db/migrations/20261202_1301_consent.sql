-- Until when an applicant says whether whoever bought the home may see their application; without a word the booking is taken back.
alter table booking add column consent_until timestamptz;
create index booking_consent on booking (consent_until) where consent_until is not null;
alter table booking add check (consent_until is null or (status = 'await_screening' and stage in ('info_requested', 'frozen')));
create index booking_promotion on booking (promotion_id) where promotion_id is not null;
