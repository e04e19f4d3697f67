-- A renewal is agreed before its first day: it says from when its rent holds. Our own template; a company's copies stay as they wrote them.
update agreement_template
set body = replace(replace(body::text, '"The rent is {rent}', '"From {start} the rent is {rent}'), '"Kodi ni {rent}', '"Kuanzia {start} kodi ni {rent}')::jsonb
where company_id is null and kind = 'renewal';
