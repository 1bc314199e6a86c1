-- Sales between members: orders for a listing, their delivery on chain, the seller's money, rights holders.

-- An order buys one pack or one listing. A listing has no unit: it is held by its own state.
alter table orders alter column pack_id drop not null;
alter table orders
  add column listing_id uuid references listings (id),
  drop constraint orders_check,
  add constraint orders_subject_check check ((pack_id is null) <> (listing_id is null)),
  add constraint orders_given_check check (listing_id is null or tender <> 'grant'),
  add constraint orders_unit_check check (
    case when listing_id is not null then unit_id is null
         when state in ('reserved', 'authorised', 'captured', 'delivered') then unit_id is not null
         when state = 'quarantined' then true
         else unit_id is null end);
-- A listing is paid for by one order at a time, and delivered to one for ever.
create unique index orders_live_listing on orders (listing_id)
  where listing_id is not null and state in ('reserved', 'authorised', 'captured', 'delivered', 'quarantined');
create index orders_listing on orders (listing_id) where listing_id is not null;

-- Whom the royalties of a series or of one item are paid to.
create table rights_holders (
  id       text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja  text not null,
  name_en  text not null
);
alter table series add column rights_holder_id text references rights_holders (id);
alter table items add column rights_holder_id text references rights_holders (id);   -- null: that of the series

-- From the delivery until the money is the seller's: time enough to see what a gateway takes back.
alter table market_settings add column clearing_days integer not null default 7 check (clearing_days between 0 and 180);

-- A paid order for a listing: what our agent delivers and what becomes of the price. `id` is the order's.
create table trades (
  id                 uuid primary key references orders (id),
  listing_id         uuid not null references listings (id),
  seller_id          uuid not null references members (id),
  buyer_id           uuid not null references members (id),
  seller_address     text not null,
  buyer_address      text,                       -- null until something was sent to it
  token_id           numeric(20) not null,
  order_hash         text not null,
  price_yen          integer not null check (price_yen > 0),
  fee_yen            integer not null check (fee_yen >= 0),
  royalty_yen        integer not null check (royalty_yen >= 0),
  content_access_yen integer not null check (content_access_yen >= 0),
  proceeds_yen       integer not null check (proceeds_yen > 0),
  rights_holder_id   text references rights_holders (id),   -- as it was when it was paid, and
  seller_registration text not null default '' check (seller_registration ~ '^(T[0-9]{13})?$'),   -- for qualified invoices, empty: none
  state              text not null default 'delivering' check (state in ('delivering', 'delivered', 'settled', 'failed', 'undone')),
  transaction_id     uuid,                       -- the latest row in chain_transactions; null until there is one
  tx_id              text,
  error              text,                       -- of the last try
  tries              integer not null default 0,
  worked_until       timestamptz not null default kura_now(),
  started_at         timestamptz not null default kura_now(),
  deliver_until      timestamptz not null,       -- what refuses it for a time is waited for until then
  delivered_at       timestamptz,
  clears_at          timestamptz,
  settled_at         timestamptz,
  ended_at           timestamptz,                -- failed or undone
  forgotten_at       timestamptz,                -- the chain that had it was thrown away
  check (fee_yen + royalty_yen + content_access_yen + proceeds_yen = price_yen),
  check (seller_id <> buyer_id),
  check ((delivered_at is null) = (clears_at is null)),
  check (case state when 'delivering' then delivered_at is null when 'failed' then delivered_at is null else delivered_at is not null end),
  check (state <> 'settled' or settled_at is not null),
  check ((state in ('failed', 'undone')) = (ended_at is not null))
);
create unique index trades_listing on trades (listing_id) where state <> 'failed';
create index trades_open on trades (worked_until) where state = 'delivering';
create index trades_clearing on trades (clears_at) where state = 'delivered';
create index trades_seller on trades (seller_id, id desc);
create index trades_buyer on trades (buyer_id, id desc);
create index trades_delivered on trades (delivered_at) where delivered_at is not null;

-- Every state a trade came into, whoever moved it: an order's timeline is made from these.
create table trade_moves (
  trade_id uuid not null references trades (id) on delete cascade,
  number   bigint generated always as identity,
  state    text not null,
  tx_id    text,
  at       timestamptz not null default kura_now(),
  primary key (trade_id, number)
);
create function note_trade_move() returns trigger language plpgsql as $$
begin
  insert into trade_moves (trade_id, state, tx_id) values (new.id, new.state, new.tx_id);
  return null;
end $$;
create trigger trades_insert_notes_move after insert on trades for each row execute function note_trade_move();
create trigger trades_update_notes_move after update of state on trades for each row
  when (old.state is distinct from new.state) execute function note_trade_move();

-- trades:open: paid for a token that is neither delivered nor given back. sales:fees, sales:content-access: what the shop keeps, without the
-- tax in it. proceeds:owed: the part of the sellers, who are credited beside it. royalties:held: of sales that have not cleared; then
-- royalties:<rights holder>, made when it is first needed, and royalties:unnamed where nobody is named. royalties:paid: what was paid out.
insert into ledger_accounts (id, unit, kind) values
  ('trades:open', 'yen', 'system'),
  ('sales:fees', 'yen', 'system'), ('sales:content-access', 'yen', 'system'),
  ('proceeds:owed', 'yen', 'system'),
  ('royalties:held', 'yen', 'system'), ('royalties:unnamed', 'yen', 'system'), ('royalties:paid', 'yen', 'system');

-- Letters of a sale between members: `sold`, `sale-failed` and `sale-undone` go to the seller, the others to the buyer.
alter table order_letters drop constraint order_letters_event_check;
alter table order_letters add constraint order_letters_event_check
  check (event in ('paid', 'failed', 'refunded', 'delivered', 'sold', 'sale-failed', 'sale-undone'));

-- `statement`: what the seller is told of the parts of the price, which is our invoice for the fee. `statement-return` takes it back.
alter table receipts drop constraint receipts_kind_check;
alter table receipts add constraint receipts_kind_check check (kind in ('receipt', 'refund', 'statement', 'statement-return'));
