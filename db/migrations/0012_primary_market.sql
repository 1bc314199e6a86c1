-- The primary market whole: every tender, points in lots, packs that are not sold, proofs of fairness, books that are compared.

-- Packs: how they are come by, the line before them, and the draw that nobody can pick.
alter table packs drop constraint packs_kind_check, drop constraint packs_price_yen_check;
alter table packs
  add column channel text not null default 'sale' check (channel in ('sale', 'passcode', 'airdrop')),
  -- what the operator did by hand, which no import undoes: the sale began before its time, ended, ended for ever
  add column opened_at timestamptz,
  add column closed_at timestamptz,
  add column closed_for_good boolean not null default false,
  add column queue_per_second integer check (queue_per_second > 0),   -- admitted from the line; null: no line
  -- 1: sold in the order of the deal. 2: in an order drawn from a block that was not sealed when the deal was committed
  add column deal smallint not null default 1 check (deal in (1, 2)),
  add column draw_height bigint,                   -- announced with the commitment, which is empty until then
  add column committed_at timestamptz,
  add column draw_block_id text check (draw_block_id ~ '^[0-9a-f]{64}$'),   -- of the first sealed block at that height
  add column drawn_at timestamptz,
  add column finished_at timestamptz,              -- nothing of it is ever sold again: its proof is published
  add constraint packs_closed_check check (closed_at is not null or not closed_for_good),
  add constraint packs_draw_check check ((drawn_at is null) = (draw_block_id is null) and (drawn_at is null or draw_height is not null)),
  add constraint packs_kind_check check (kind in ('single', 'random', 'selectable')),
  add constraint packs_price_yen_check check (price_yen between 1 and 9999999 or (price_yen = 0 and channel <> 'sale'));

-- The place in the order of sale. Null until the draw.
alter table pack_units add column draw_number integer;
update pack_units set draw_number = number;
create unique index pack_units_draw on pack_units (pack_id, draw_number);
create index packs_undrawn on packs (id) where deal = 2 and drawn_at is null;
create index packs_starts on packs (sale_starts_at) where sale_starts_at is not null;
create index packs_ends on packs (sale_ends_at) where sale_ends_at is not null;
-- The first serial of the item in this pack; the others follow it.
alter table pack_items add column first_serial integer check (first_serial > 0);
update pack_items pi set first_serial = dealt.first
  from (select u.pack_id, c.item_id, min(c.serial) as first from pack_cards c join pack_units u on u.id = c.unit_id group by 1, 2) dealt
 where dealt.pack_id = pi.pack_id and dealt.item_id = pi.item_id;
drop index pack_units_free;
create index pack_units_free on pack_units (pack_id, draw_number) where state = 'free' and draw_number is not null;

-- What a selectable pack can be filled with: the counter decides, the serial is taken after.
create table pack_selectables (
  pack_id   text not null references packs (id),
  item_id   text not null references items (id),
  issued    integer not null check (issued > 0),
  remaining integer not null check (remaining between 0 and issued),
  most_each integer not null check (most_each > 0),
  primary key (pack_id, item_id)
);
create table pack_pool (
  pack_id   text not null references packs (id),
  item_id   text not null references items (id),
  serial    integer not null check (serial > 0),
  ref_id    uuid not null unique,
  unit_id   uuid references pack_units (id),
  primary key (pack_id, item_id, serial),
  unique (item_id, serial)
);
create index pack_pool_free on pack_pool (pack_id, item_id, serial) where unit_id is null;

-- A place in the line of a pack. Place n is admitted n / queue_per_second seconds after the sale began; below 0 it waits for the
-- draw of the places at the start of the sale.
create table pack_tickets (
  pack_id   text not null references packs (id),
  member_id uuid not null references members (id),
  number    bigint not null,
  joined_at timestamptz not null default kura_now(),
  primary key (pack_id, member_id),
  unique (pack_id, number)
);

-- Passcodes are known by the SHA-256 of their plain form.
create table passcodes (
  id        uuid primary key,
  code_hash bytea not null unique,
  pack_id   text not null references packs (id),
  uses_most integer not null check (uses_most > 0),
  uses      integer not null default 0 check (uses between 0 and uses_most),
  starts_at timestamptz,
  ends_at   timestamptz,
  created_at timestamptz not null default kura_now()
);
create index passcodes_pack on passcodes (pack_id);
create table passcode_uses (
  passcode_id uuid not null references passcodes (id),
  member_id   uuid not null references members (id),
  used_at     timestamptz not null default kura_now(),
  primary key (passcode_id, member_id)
);
-- A bot token that was verified for a look and is good once more for the act it led to.
create table bot_passes (
  token_hash bytea primary key,
  member_id  uuid not null references members (id),
  subject    text not null,
  expires_at timestamptz not null
);

create table airdrops (
  id             text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja        text not null,
  name_en        text not null,
  description_ja text not null default '',
  description_en text not null default '',
  pack_id        text not null references packs (id),
  packs_each     integer not null check (packs_each between 1 and 100),
  starts_at      timestamptz,
  ends_at        timestamptz,
  closed_at      timestamptz,
  is_for_all     boolean not null,
  position       integer not null default 0,
  created_at     timestamptz not null default kura_now()
);
create index airdrops_pack on airdrops (pack_id);
create trigger airdrops_insert_drops_pages after insert on airdrops referencing new table as touched
  for each statement execute function drop_pages();
create trigger airdrops_update_drops_pages after update on airdrops referencing new table as touched
  for each statement execute function drop_pages();
create table airdrop_claims (
  airdrop_id text not null references airdrops (id),
  member_id  uuid not null references members (id),
  claimed_at timestamptz not null default kura_now(),
  primary key (airdrop_id, member_id)
);
-- For whom it is, when not for all: an e-mail address, a Flow address or a member's id, in small letters. Whoever claimed by it keeps
-- it: addresses change hands.
create table airdrop_reservations (
  airdrop_id text not null references airdrops (id),
  who        text not null check (who = lower(who)),
  claimed_by uuid,
  primary key (airdrop_id, who),
  foreign key (airdrop_id, claimed_by) references airdrop_claims (airdrop_id, member_id)
);

-- Orders of every tender. used_point is the part paid with points, the rest of the price is charged.
alter table orders drop constraint orders_tender_check, drop constraint orders_price_yen_check;
alter table orders
  add column used_point integer not null default 0,
  add column request_hash bytea,                  -- of the request that made it: sent again it makes no second one
  add column grant_cause text,                    -- e.g. 'airdrop:<id>:<member>:<n>': what the order was given for, once for ever
  add constraint orders_tender_check check (tender in ('card', 'paidy', 'point', 'card-point', 'paidy-point', 'grant')),
  add constraint orders_price_yen_check check (price_yen > 0 or tender = 'grant'),
  add constraint orders_used_point_check check (
    case tender when 'point' then used_point = price_yen
                when 'card-point' then used_point between 1 and price_yen - 1
                when 'paidy-point' then used_point between 1 and price_yen - 1
                else used_point = 0 end),
  add constraint orders_grant_check check ((tender = 'grant') = (grant_cause is not null) and (tender <> 'grant' or price_yen = 0));
create unique index orders_request on orders (request_hash) where request_hash is not null;
create unique index orders_grant on orders (grant_cause) where grant_cause is not null;

-- Payments at any gateway. A deferred payment has its provider's id in gateway_ref.
alter table card_payments rename to payments;
alter table payments
  add column gateway text not null default 'card' check (gateway in ('card', 'paidy')),
  add column method text not null default 'new-card' check (method in ('new-card', 'selected-card', 'hosted', 'paidy')),
  add column gateway_ref text unique,
  add column capture_ref text,
  add column refund_ref text,
  add column closed_at timestamptz,               -- an authorisation that was not used was given back
  add column card_id uuid,                        -- the stored card that pays
  add column card_name text,                      -- not null: the card is to be stored under this name when it has paid
  add column holder_name text,
  alter column ret_url drop not null,
  add constraint payments_gateway_method_check check ((gateway = 'paidy') = (method = 'paidy')),
  add constraint payments_return_check check (gateway = 'paidy' or ret_url is not null);
-- Given up, also with a code of the gateway: asked about again for a day.
create index payments_doubtful on payments (created_at) where state = 'declined';

-- Cards a member stored at the gateway. Its numbers are never shown to anybody; ours are.
create table card_members (
  member_id         uuid primary key references members (id),
  gateway_member_id text not null unique,
  saved_at          timestamptz                   -- null: the gateway may not know it yet
);
create table stored_cards (
  id            uuid primary key,
  member_id     uuid not null references members (id),
  state         text not null check (state in ('saving', 'stored', 'deleting', 'deleted', 'failed')),
  payment_id    uuid unique references payments (id),   -- the payment whose card it is
  gateway_seq   integer,                          -- physical number at the gateway
  name          text not null,
  masked_number text not null default '',
  brand         text not null default '',
  expires       text not null default '',         -- YYMM
  holder_name   text not null default '',
  error         text,
  worked_until  timestamptz not null default kura_now(),
  created_at    timestamptz not null default kura_now(),
  check (state <> 'stored' or gateway_seq is not null)
);
create unique index stored_cards_seq on stored_cards (member_id, gateway_seq) where state in ('stored', 'deleting');
create index stored_cards_member on stored_cards (member_id, created_at desc);
create index stored_cards_open on stored_cards (worked_until) where state in ('saving', 'deleting');
alter table payments add foreign key (card_id) references stored_cards (id);

-- Points lie in lots: where they came from, of which kind, until when. The ledger says how many there are; a lot, which ones.
create table point_campaigns (
  id            text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja       text not null,
  name_en       text not null,
  occasion      text not null check (occasion in ('sign-up', 'wallet-link', 'purchase')),
  amount        integer check (amount > 0),       -- points, or …
  percent       integer check (percent between 1 and 100),   -- … per cent of what was charged
  valid_days    integer not null check (valid_days between 1 and 3650),
  starts_at     timestamptz,
  ends_at       timestamptz,
  check ((amount is null) <> (percent is null)),
  check (percent is null or occasion = 'purchase')
);
create table point_lots (
  id          uuid primary key,
  member_id   uuid not null references members (id),
  kind        text not null check (kind in ('paid', 'free')),
  cause       text not null unique,               -- e.g. 'campaign:<id>:<member>': granted once for ever
  granted     integer not null check (granted > 0),
  remaining   integer not null check (remaining between 0 and granted),
  expired     integer not null default 0 check (expired >= 0),
  withdrawn   integer not null default 0 check (withdrawn >= 0),   -- taken back with the order they were given for
  expires_at  timestamptz not null,
  campaign_id text references point_campaigns (id),
  order_id    uuid references orders (id),        -- the purchase they were given for
  created_at  timestamptz not null default kura_now(),
  check (remaining + expired + withdrawn <= granted)
);
create index point_lots_order on point_lots (order_id) where order_id is not null;
create index point_lots_member on point_lots (member_id, expires_at, id) where remaining > 0;
create index point_lots_expiry on point_lots (expires_at) where remaining > 0;
-- Which points paid an order, so that they can go back to where they were.
create table point_spends (
  order_id    uuid not null references orders (id),
  lot_id      uuid not null references point_lots (id),
  amount      integer not null check (amount > 0),
  returned_at timestamptz,
  primary key (order_id, lot_id)
);
create index point_spends_lot on point_spends (lot_id);
-- Reasons in both languages; the English one was there.
alter table ledger_movements add column reason_ja text not null default '';
alter table ledger_movements add column member_id uuid references members (id);   -- whose list shows it
alter table ledger_movements add column lot_id uuid references point_lots (id);
create index ledger_movements_member on ledger_movements (member_id, id desc) where member_id is not null;
create index ledger_movements_cause on ledger_movements (cause);
-- The order in which entries were made: an account's history is read by it, since `at` is when the transaction began.
alter table ledger_entries add column number bigint generated always as identity;
create unique index ledger_entries_number on ledger_entries (number);
-- The frequent check looks at what changed; a mark knows the house's accounts, so that their sums need not begin at the start.
create index ledger_movements_at on ledger_movements (at);
create index ledger_movements_lot on ledger_movements (lot_id) where lot_id is not null;
create index order_moves_at on order_moves (at);
create index orders_quarantined on orders (id) where state = 'quarantined';
create index openings_sealed on openings (sealed_at) where sealed_at is not null;
alter table ledger_marks add column balances jsonb not null default '{}';
-- Until when everything was found to be right. Null or no row: everything is looked at.
create table check_progress (
  is_only     boolean primary key default true check (is_only),
  clean_until timestamptz
);
-- psp:paidy: what the provider holds for us. points:redeemed: sales paid with points, in yen. proceeds:credited: the other side of
-- what sellers were credited with.
insert into ledger_accounts (id, unit, kind) values
  ('psp:paidy', 'yen', 'system'),
  ('points:redeemed', 'yen', 'system'),
  ('proceeds:credited', 'yen', 'system'),
  ('points:granted:paid', 'point', 'system'), ('points:granted:free', 'point', 'system'),
  ('points:spent:paid', 'point', 'system'), ('points:spent:free', 'point', 'system'),
  ('points:expired:paid', 'point', 'system'), ('points:expired:free', 'point', 'system');

-- What a minor was charged in a month of Japan; decided under the row's lock.
alter table members add column birthday_set_at timestamptz;
create table member_spendings (
  member_id uuid not null references members (id),
  month     date not null check (extract(day from month) = 1),
  yen       integer not null check (yen >= 0),
  primary key (member_id, month)
);

-- Receipts are numbered without a gap for whoever issued them, by their registration number, and keep what they said for ever.
create table receipt_counters (
  issuer text primary key,
  last   bigint not null check (last >= 0)
);
create table receipts (
  id        uuid primary key,
  order_id  uuid not null references orders (id),
  kind      text not null check (kind in ('receipt', 'refund')),
  issuer    text not null references receipt_counters (issuer),
  number    bigint not null check (number > 0),
  details   jsonb not null,
  issued_at timestamptz not null default kura_now(),
  unique (order_id, kind),
  unique (issuer, number)
);
create function receipts_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'receipts are final' using errcode = 'integrity_constraint_violation';
end $$;
create trigger receipts_final before update or delete or truncate on receipts
  for each statement execute function receipts_are_final();

-- Every state a payment and an opening came into, whoever moved them: an order's timeline is made from these.
create table payment_moves (
  payment_id uuid not null references payments (id) on delete cascade,
  number     bigint generated always as identity,
  state      text not null,
  error      text,
  at         timestamptz not null default kura_now(),
  primary key (payment_id, number)
);
create function note_payment_move() returns trigger language plpgsql as $$
begin
  insert into payment_moves (payment_id, state, error) values (new.id, new.state, new.error);
  return null;
end $$;
insert into payment_moves (payment_id, state, at) select id, 'entering', created_at from payments order by created_at;
insert into payment_moves (payment_id, state, at) select id, 'captured', captured_at from payments where captured_at is not null;
insert into payment_moves (payment_id, state, at) select id, 'refunded', refunded_at from payments where refunded_at is not null;
create trigger payments_insert_notes_move after insert on payments for each row execute function note_payment_move();
create trigger payments_update_notes_move after update of state on payments for each row
  when (old.state is distinct from new.state) execute function note_payment_move();
create table opening_moves (
  opening_id uuid not null references openings (id) on delete cascade,
  number     bigint generated always as identity,
  state      text not null,
  tx_id      text,
  at         timestamptz not null default kura_now(),
  primary key (opening_id, number)
);
create function note_opening_move() returns trigger language plpgsql as $$
begin
  insert into opening_moves (opening_id, state, tx_id) values (new.id, new.state, new.tx_id);
  return null;
end $$;
insert into opening_moves (opening_id, state, at) select id, 'opened', opened_at from openings order by opened_at;
insert into opening_moves (opening_id, state, tx_id, at) select id, 'sealed', tx_id, sealed_at from openings where sealed_at is not null;
create trigger openings_insert_notes_move after insert on openings for each row execute function note_opening_move();
create trigger openings_update_notes_move after update of state on openings for each row
  when (old.state is distinct from new.state) execute function note_opening_move();

create index chain_transaction_builds_of on chain_transaction_builds (transaction_id);

-- What a member is to be told of an order, noted with the event itself and once per event; the worker writes the mail.
create table order_letters (
  order_id  uuid not null references orders (id),
  event     text not null check (event in ('paid', 'failed', 'refunded')),
  noted_at  timestamptz not null default kura_now(),
  told_at   timestamptz,
  primary key (order_id, event)
);
create index order_letters_open on order_letters (noted_at) where told_at is null;

-- Who runs the shop, as imported.
create table operators (
  is_only    boolean primary key default true check (is_only),
  details    jsonb not null,
  changed_at timestamptz not null default kura_now()
);
create trigger operators_insert_drops_pages after insert on operators referencing new table as touched
  for each statement execute function drop_pages();
create trigger operators_update_drops_pages after update on operators referencing new table as touched
  for each statement execute function drop_pages();
create table enquiries (
  id         uuid primary key,
  member_id  uuid references members (id),
  order_id   uuid references orders (id),
  email      text not null,
  topic      text not null,
  message    text not null,
  created_at timestamptz not null default kura_now()
);
-- A transaction id that a browser reported of a purchase, gift or transfer: a hint, until the chain was asked.
create table transaction_reports (
  type       text not null,
  subject_id uuid not null,
  tx_id      text not null check (tx_id ~ '^[0-9a-f]{64}$'),
  member_id  uuid not null references members (id),
  -- confirmed: sealed, and about this subject. foreign: sealed, about something else. unknown: the chain never heard of it
  state      text not null default 'reported' check (state in ('reported', 'confirmed', 'foreign', 'failed', 'unknown')),
  worked_until timestamptz not null default kura_now(),
  reported_at timestamptz not null default kura_now(),
  settled_at timestamptz,
  primary key (type, subject_id, tx_id),
  check ((state = 'reported') = (settled_at is null))
);
create index transaction_reports_open on transaction_reports (worked_until) where state = 'reported';

-- Comparing the books with the outside: each run with the window it looks at, and every difference by name until it is gone.
create table reconciliations (
  id          uuid primary key,
  source      text not null check (source in ('card', 'paidy', 'chain')),
  since       timestamptz,                       -- what moved from then on; null: from the beginning
  until       timestamptz not null default kura_now(),
  is_partial  boolean not null default false,    -- began later than the one before ended: the next one does not go on from here
  is_whole    boolean not null default false,    -- looks at every owner, not only at those of tokens that moved
  cursor      text,                              -- the last that was compared: whoever takes over goes on after it
  worked_by   uuid,
  worked_until timestamptz not null default kura_now(),
  stops       integer not null default 0,        -- how often it ended at the cursor because the other side was silent
  started_at  timestamptz not null default kura_now(),
  finished_at timestamptz,
  compared    integer not null default 0,
  differences integer not null default 0,        -- that were new
  ours_yen    bigint not null default 0,
  theirs_yen  bigint not null default 0
);
create unique index reconciliations_open on reconciliations (source) where finished_at is null;
create index reconciliations_source on reconciliations (source, until desc) where finished_at is not null;
create table open_items (
  id         uuid primary key,
  source     text not null check (source in ('card', 'paidy', 'chain', 'points')),
  kind       text not null,
  subject    text not null,                      -- what it is found by: the payment at the gateway, the token, the lot
  what       text not null,
  order_id   uuid,
  payment_ref text,                              -- the gateway's own id of the payment
  token_id   numeric(20),
  amount_yen bigint,
  direction  text check (direction in ('ours', 'theirs')),   -- whose book has it
  found_at   timestamptz not null default kura_now(),
  seen_at    timestamptz not null default kura_now(),
  closed_at  timestamptz,
  closed_by  text,                               -- a person; null: the difference was gone
  close_reason text,
  check ((closed_by is null) = (close_reason is null))
);
create unique index open_items_open on open_items (source, kind, subject) where closed_at is null;
create index open_items_accepted on open_items (source, kind, subject) where closed_by is not null;
-- A notice names a payment, known or not: the next comparison asks the gateway about it.
alter table gateway_notices add column compared_at timestamptz;
create index gateway_notices_uncompared on gateway_notices (gateway, gateway_order_id) where compared_at is null;

-- What the last look of each invariant came to, for the metrics of every process.
create table check_results (
  invariant  text primary key,
  violations integer not null,
  seconds    double precision not null,
  is_whole   boolean not null,
  checked_at timestamptz not null default kura_now()
);
