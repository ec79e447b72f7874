-- Disputes: a buyer complains within the inspection, the seller answers, the buyer replies, an admin decides. The listing is kept
-- as it was at the booking.

-- A photo of a dispute is served by a signed address only.
alter table photos
  add column private boolean not null default false,
  add constraint private_is_in_no_listing check (not private or product_id is null);

-- What a listing says about its product.
create function listing_of(p products) returns jsonb language sql stable
return jsonb_build_object('name', p.name, 'description', p.description, 'image', p.image, 'pricePoisha', p.price_poisha,
  'originalPoisha', p.original_poisha, 'quality', p.quality, 'yearsUsed', p.years_used);

-- The listing at the time of the booking, until the booking ends, and the addresses of its photos, which a job deletes later.
alter table bookings add column listing jsonb;
create table booking_photos (
  booking_id uuid not null references bookings on delete cascade,
  position smallint not null,
  image text not null,
  created_at timestamptz not null default now(),
  primary key (booking_id, position)
);
create index booking_photos_by_age on booking_photos (created_at);
create index booking_photos_by_image on booking_photos using hash (image);

create function may_be_disputed(state text) returns boolean language sql immutable parallel safe
return state in ('held', 'paid', 'handed_over', 'disputed');

create function booking_keeps_listing() returns trigger language plpgsql as $$ begin
  if may_be_disputed(new.state) then
    if new.listing is null then select listing_of(p) into new.listing from products p where p.id = new.product_id; end if;
  else new.listing := null; end if;
  return new;
end $$;
create trigger booking_keeps_listing before insert on bookings for each row execute function booking_keeps_listing();
create trigger booking_forgets_listing before update on bookings for each row
  when (may_be_disputed(old.state) <> may_be_disputed(new.state)) execute function booking_keeps_listing();

create function booking_keeps_photos() returns trigger language plpgsql as $$ begin
  insert into booking_photos (booking_id, position, image)
    select new.id, position, '/media/' || id || '-800.webp' from photos where product_id = new.product_id;
  return null;
end $$;
create trigger booking_keeps_photos after insert on bookings for each row execute function booking_keeps_photos();

create table disputes (
  id uuid primary key default uuid_v7(),
  booking_id uuid not null unique,
  -- Copied from the booking, whose sides do not change. A key to users would lock them after the payment.
  seller_id uuid not null,
  buyer_id uuid not null,
  price_poisha bigint not null,
  currency text not null,
  reason text not null check (reason in ('not_as_described', 'damaged', 'incomplete', 'unsafe', 'wrong_item', 'other', 'not_received')),
  -- The part of the price that the buyer wants and keeps the item. Null: the whole price.
  wanted_poisha bigint check (wanted_poisha between 1 and price_poisha - 1),
  -- The part that the seller offered. Null: no answer yet, or a refusal.
  offered_poisha bigint check (offered_poisha between 1 and price_poisha - 1),
  -- Waits for: the seller's answer, the buyer's reply, an admin's decision, the end of the time for an appeal, the return.
  state text not null default 'answer' check (state in ('answer', 'reply', 'decision', 'appeal', 'return', 'closed')),
  opened_at timestamptz not null default now(),
  -- The beginning of the state, and its deadline.
  since timestamptz not null default now(),
  until timestamptz,
  -- From the settings at the opening.
  answer_minutes integer not null check (answer_minutes > 0),
  return_minutes integer not null check (return_minutes > 0),
  outcome text check (outcome in ('refund', 'part', 'none')),
  amount_poisha bigint,
  with_return boolean,
  settled_by text check (settled_by in ('buyer', 'seller', 'clock', 'store')),
  decisions smallint not null default 0 check (decisions between 0 and 3),
  decided_by uuid,
  decided_at timestamptz,
  appeal_until timestamptz,
  buyer_appealed_at timestamptz,
  seller_appealed_at timestamptz,
  -- The buyer says that they brought the item and that the seller did not confirm it.
  return_tried_at timestamptz,
  -- What went back to the buyer in the end.
  refunded_poisha bigint,
  ended_at timestamptz,
  foreign key (booking_id, price_poisha, currency) references bookings (id, price_poisha, currency) on delete restrict,
  constraint not_received_wants_all check (reason <> 'not_received' or (wanted_poisha is null and with_return is not true)),
  constraint waits_until check ((state in ('decision', 'closed')) = (until is null)),
  constraint settled_is_complete check (num_nulls(outcome, amount_poisha, with_return, settled_by) in (0, 4)),
  constraint open_is_unsettled check ((state in ('answer', 'reply', 'decision')) = (outcome is null)),
  constraint outcome_has_its_amount check (case outcome when 'refund' then amount_poisha = price_poisha
    when 'part' then amount_poisha between 1 and price_poisha - 1 when 'none' then amount_poisha = 0 and not with_return end),
  constraint return_is_agreed check (state <> 'return' or with_return),
  constraint closed_has_sum check ((state = 'closed') = (ended_at is not null) and (ended_at is null) = (refunded_poisha is null)),
  -- Nothing goes back when the buyer did not bring the item; the whole price when the bank took it back.
  constraint sum_fits check (refunded_poisha in (0, amount_poisha, price_poisha)),
  constraint decided_is_complete check ((decisions = 0) = (decided_at is null) and (decided_at is null) = (decided_by is null)
    and (decided_at is null) = (appeal_until is null)),
  constraint nobody_decides_their_own check (decided_by <> buyer_id and decided_by <> seller_id),
  check (buyer_id <> seller_id)
);
create index disputes_by_time on disputes (opened_at desc, id desc);
create index disputes_of_buyer on disputes (buyer_id, opened_at desc, id desc);
create index disputes_of_seller on disputes (seller_id, opened_at desc, id desc);
-- The admins' queue. A reply that did not come in time waits for a decision since then.
create index disputes_waiting on disputes ((coalesce(until, since)), id) where state in ('reply', 'decision');
create index disputes_due on disputes (until) where state <> 'closed';
create index disputes_decided_by on disputes (decided_by) where decided_by is not null;

create function dispute_moves() returns trigger language plpgsql as $$ begin
  if (new.id, new.booking_id, new.seller_id, new.buyer_id, new.price_poisha, new.reason, new.wanted_poisha, new.opened_at)
    is distinct from (old.id, old.booking_id, old.seller_id, old.buyer_id, old.price_poisha, old.reason, old.wanted_poisha, old.opened_at)
    or old.state = 'closed' then
    raise exception 'the facts of a dispute do not change' using errcode = '23514';
  end if;
  if new.state <> old.state and (old.state || '>' || new.state) not in
    ('answer>reply', 'answer>return', 'answer>closed', 'reply>decision', 'reply>closed', 'decision>appeal', 'decision>return',
     'decision>closed', 'appeal>decision', 'appeal>closed', 'return>decision', 'return>closed') then
    raise exception 'a dispute does not go from % to %', old.state, new.state using errcode = '23514';
  end if;
  -- Each side appeals once.
  if (old.buyer_appealed_at is not null and new.buyer_appealed_at is distinct from old.buyer_appealed_at)
    or (old.seller_appealed_at is not null and new.seller_appealed_at is distinct from old.seller_appealed_at)
    or new.decisions not in (old.decisions, old.decisions + 1) then
    raise exception 'an appeal of a dispute does not change' using errcode = '23514';
  end if;
  -- Another admin decides an appeal, when there is one.
  if new.decisions > old.decisions and new.decided_by = old.decided_by and exists (
    select from user_roles r join users u on u.id = r.user_id
    where r.role = 'admin' and u.status = 'active' and r.user_id not in (old.decided_by, old.buyer_id, old.seller_id)) then
    raise exception 'an admin does not decide the appeal of their own decision' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger dispute_moves before update on disputes for each row execute function dispute_moves();

-- What the sides and the admins said. Forgotten twelve months after the end; outcome and sums stay in the dispute.
create table dispute_words (
  id uuid primary key default uuid_v7(),
  dispute_id uuid not null references disputes on delete restrict,
  kind text not null check (kind in ('listing', 'claim', 'accept', 'offer', 'refuse', 'agree', 'decide', 'decision', 'appeal', 'tried')),
  by text not null check (by in ('buyer', 'seller', 'store')),
  -- Empty without words, and after the erasure of their writer.
  text text not null check (kind = 'listing' or text = '' or length(text) between 20 and 2000),
  amount_poisha bigint,
  -- The listing, or outcome and return of a decision.
  facts jsonb,
  at timestamptz not null default now(),
  ended_at timestamptz,
  -- Both sides read the reason of a decision.
  constraint decision_has_reason check (kind <> 'decision' or (by = 'store' and text <> '')),
  check ((kind in ('listing', 'decision')) = (facts is not null))
);
create index dispute_words_of_dispute on dispute_words (dispute_id, id);
create index dispute_words_to_delete on dispute_words (ended_at) where ended_at is not null;

create function words_stay() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' then
    if old.ended_at <= now() - interval '12 months' then return old; end if;
  elsif to_jsonb(new) - '{text,facts,ended_at}'::text[] = to_jsonb(old) - '{text,facts,ended_at}'::text[]
    and new.text in (old.text, '') and (new.facts is not distinct from old.facts or new.kind = 'listing') then return new;
  end if;
  raise exception 'the words of a dispute do not change' using errcode = '23514';
end $$;
create trigger words_stay before update or delete on dispute_words for each row execute function words_stay();

create table dispute_photos (
  word_id uuid not null references dispute_words on delete cascade,
  position smallint not null check (position between 0 and 7),
  image text not null,
  primary key (word_id, position)
);
create index dispute_photos_by_image on dispute_photos using hash (image);

create or replace view shown_pictures as
  select item_image as image from bookings where state = 'held' or state = 'refunded' or is_sale(state)
  union all select p.image from booking_photos p join bookings b on b.id = p.booking_id and may_be_disputed(b.state)
  union all select image from dispute_photos;

-- Each decision has its reason, and a dispute fits the state of its booking. Checked when the transaction commits.
create function dispute_fits() returns trigger language plpgsql as $$
declare
  current disputes;
  sale text;
begin
  select * into current from disputes where id = new.id;
  select state into sale from bookings where id = current.booking_id;
  if new.decisions > coalesce((select count(*) from dispute_words where dispute_id = new.id and kind = 'decision'), 0) then
    raise exception 'a decision without a reason' using errcode = '23514';
  end if;
  if current.state <> 'closed' and sale not in ('disputed', 'refunded')
    or current.state = 'closed' and sale <> 'refunded' and sale <>
      (case current.refunded_poisha when 0 then 'completed' when current.price_poisha then 'refunded' else 'partly_refunded' end) then
    raise exception 'a dispute that is % beside a booking that is %', current.state, sale using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger dispute_fits after insert or update on disputes
  deferrable initially deferred for each row execute function dispute_fits();

-- A disputed booking has an open dispute.
create function disputed_has_dispute() returns trigger language plpgsql as $$ begin
  if (select state from bookings where id = new.id) = 'disputed'
    and not exists (select from disputes where booking_id = new.id and state <> 'closed') then
    raise exception 'a disputed booking without an open dispute' using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger disputed_has_dispute after update on bookings
  deferrable initially deferred for each row when (new.state = 'disputed') execute function disputed_has_dispute();

alter table admin_acts drop constraint admin_acts_act_check, add constraint admin_acts_act_check
  check (act in ('verify-seller', 'delete-person', 'keep-listing', 'remove-listing', 'answer-message', 'reopen-message', 'export',
    'add-admin', 'remove-admin', 'add-synonyms', 'change-synonyms', 'remove-synonyms', 'record-refund', 'start-selling',
    'start-buying', 'send-payout', 'confirm-payout', 'fail-payout', 'decide-dispute'));
