-- The provider refused a refund: when the job tries again. A refusal may be temporary, as the balance there may be too low.
alter table payments add column refund_next_at timestamptz;
