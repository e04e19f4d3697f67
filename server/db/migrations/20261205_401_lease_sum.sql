-- What a lease comes to says for how long, in our own templates; what was sent keeps its text.
update agreement_template set body = replace(
    replace(body::text, 'comes to {rent.total_with_charges}.', 'comes to {rent.total_with_charges} each {rent.period}.'),
    'jumla ni {rent.total_with_charges}.', 'jumla ni {rent.total_with_charges} kila {rent.period}.')::jsonb
  where company_id is null and body::text like '%{rent.total_with_charges}.%';
