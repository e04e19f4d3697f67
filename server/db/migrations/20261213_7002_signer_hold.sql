-- A signer whose recorded number the landlord replaced: until then the signature is held, so that the recorded number can object.
alter table agreement_party add column hold_until timestamptz;
