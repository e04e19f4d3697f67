-- A payment shows its number as the payer knows it: whose list of numbers it stands in is the receipt's to know.
update payment set external = regexp_replace(external, '^(co|a)[0-9]+:', '') where external ~ '^(co|a)[0-9]+:';
