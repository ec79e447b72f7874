-- Why a provider refused a payment, so that its buyer reads a sentence about it. Null where the provider names no reason.
alter table payments add column refusal text
  check (refusal in ('funds', 'ended', 'code', 'locked', 'account'));
