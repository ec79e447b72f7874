-- A buyer holds few products at a time: holds_of_buyer finds those for cash, too.
drop index cash_holds_of_buyer;
