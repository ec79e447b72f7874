-- After the buyer says that they brought the item, the seller acts next.
create or replace view booking_disputes as
  select booking_id, dispute_ends_as(d) as ended_as,
    case when d.until <= now() then case d.state when 'answer' then 'buyer' else 'store' end
      else case d.state when 'answer' then 'seller' when 'decision' then 'store' when 'appeal' then 'clock'
        when 'return' then case when d.return_tried_at is null then 'buyer' else 'seller' end else 'buyer' end
    end as next_by,
    case when d.until > now() then d.until when begins_return(d) then return_ends_at(d) end as next_until
  from disputes d;
