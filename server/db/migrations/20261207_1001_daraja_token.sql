-- Safaricom's access token of a shortcode, sealed: each new one ends the one before, so all processes share it. `line` is a keyed mark of
-- the address and consumer key it belongs to.
create table daraja_token (
  line text primary key,
  sealed text not null,
  expires_at timestamptz not null
);
