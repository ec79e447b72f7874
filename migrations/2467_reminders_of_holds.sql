-- A hold for cash is reminded again, so reminded holds are read, too: the index of all holds serves.
drop index holds_to_remind;
