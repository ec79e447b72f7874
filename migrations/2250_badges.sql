-- The badges of each page count the handovers that a buyer has to confirm or deny.
create index claims_of_buyer on bookings (buyer_id, claimed_until) where state = 'paid' and claimed_until is not null;
