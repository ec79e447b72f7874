-- A buyer says that they brought the item, and the seller has no appeal left to contradict: an admin decides again.
create or replace function dispute_ends_as(d disputes) returns text language sql stable
return case
  when d.until is null or d.until > now() or d.state = 'reply' then null
  when begins_return(d) then case when return_ends_at(d) <= now() then 'completed' end
  when d.state = 'answer' then case when d.wanted_poisha is null then 'refunded' else 'partly_refunded' end
  -- Nobody did anything for the return.
  when d.state = 'return' and d.return_tried_at is null then 'completed'
  when d.state = 'return' and d.seller_appealed_at is not null then null
  else case d.outcome when 'none' then 'completed' when 'refund' then 'refunded' else 'partly_refunded' end
end;

alter table disputes drop constraint disputes_decisions_check, add constraint disputes_decisions_check check (decisions >= 0);
