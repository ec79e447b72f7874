-- A dispute closes in the transaction that returns the whole price beside it. Until now a job closed it.
with closed as (
  update disputes d set state = 'closed', until = null, since = now(), ended_at = now(), outcome = 'refund', amount_poisha = d.price_poisha,
    with_return = false, settled_by = 'store', refunded_poisha = d.price_poisha
  from bookings b where b.id = d.booking_id and b.state = 'refunded' and d.state <> 'closed'
  returning d.id)
update dispute_words w set ended_at = now() from closed where w.dispute_id = closed.id;
