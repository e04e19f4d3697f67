-- Bodies were kept as bare hashes, and that of a password can be guessed at. What is left of the day goes: a repeat of it is done again.
delete from write_once;
