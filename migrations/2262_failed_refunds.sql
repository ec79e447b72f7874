-- The job left a refund to an admin after three accepted ones that failed, without a mark. An admin may now order new tries.
update payments p set refund_refusals = greatest(refund_refusals, 3), refund_next_at = null, refund_stopped_at = now()
  where refund_stopped_at is null and (state = 'refund_due' or part_due_poisha > 0)
    and (select count(*) from ledger_transactions l where l.payment_id = p.id and l.kind = 'refund_failed') >= 3;
