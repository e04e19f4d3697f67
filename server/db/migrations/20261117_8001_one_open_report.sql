-- One person has one open report of one thing: the one somebody works on or else the first stays, what repeated it counts as taken back.
update abuse_report r set status = 'revoked', updated_at = app.now() where r.reporter_id is not null and r.status in ('pending', 'assigned')
  and exists (select from abuse_report o where (o.status <> 'assigned', o.id) < (r.status <> 'assigned', r.id) and o.reporter_id = r.reporter_id and o.target = r.target and o.status in ('pending', 'assigned')
    and coalesce(o.listing_id, o.review_id, o.agent_id, o.property_id) = coalesce(r.listing_id, r.review_id, r.agent_id, r.property_id));
create unique index abuse_report_open on abuse_report (reporter_id, target, coalesce(listing_id, review_id, agent_id, property_id))
  where reporter_id is not null and status in ('pending', 'assigned');
