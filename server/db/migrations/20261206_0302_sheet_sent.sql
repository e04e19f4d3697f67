-- What was sent under a key: another sheet under the same one is told so, instead of being dropped.
alter table intake add column sent_sha256 text;
alter table portfolio add column sent_sha256 text;
