-- Which booking a file shows the payment of: asked for each private file that staff open.
create index booking_evidence on booking using gin (evidence);
