-- What is looked at again, and how it is found at one glance, however long the history.

-- Orders that are over and still lie in their seller's account: the end of a grant is told in every case.
alter table sale_orders add column is_destroyed boolean not null default false;
update sale_orders o set is_destroyed = true
 where exists (select 1 from sale_events e where e.order_hash = o.order_hash and e.kind = 'destroyed');
create index sale_orders_left_over on sale_orders (seller) where end_reason is not null and not is_destroyed;
create index sale_orders_out_of_time on sale_orders (expires_at) where end_reason is null;
create index sale_orders_standing on sale_orders (seller, opened_at) where end_reason is null;
create index sale_orders_for_nothing on sale_orders (order_id) where price_yen = 0 and end_reason is null;

-- When the account of a seller was last compared with the orders that stand. Whoever was not looked at for longest is next.
create table seller_looks (
  seller    text primary key,
  looked_at timestamptz not null
);
