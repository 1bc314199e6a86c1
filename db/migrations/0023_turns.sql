-- Accounts that are asked about in turn, however many there are.

-- Orders that are over, and that the chain would still fulfil if only the rows said so: their time has not run out.
create index sale_orders_over_in_time on sale_orders (expires_at, seller) where end_reason is not null;

-- When the account of a seller of whom nothing stands was last asked about its orders that are over. Whoever waits longest is next.
create table ended_looks (
  seller    text primary key,
  looked_at timestamptz not null
);
