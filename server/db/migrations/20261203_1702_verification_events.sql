-- What became of a verification has the names of the product definition.
update notification set event = case event when 'property.verified' then 'verification.passed' else 'verification.failed' end where event in ('property.verified', 'property.rejected');
