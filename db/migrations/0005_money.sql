-- Money: the ledger, points, payments and cards, receipts.

-- Who gets points for what, as imported.
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

-- Points lie in lots: where they came from, of which kind, until when. The ledger says how many
-- there are; a lot, which ones.
create table point_lots (
  id          uuid primary key,
  member_id   uuid not null references members (id),
  kind        text not null check (kind in ('paid', 'free')),
  cause       text not null unique,               -- e.g. 'campaign:<id>:<member>': granted once for ever
  granted     integer not null check (granted > 0),
  remaining   integer not null check (remaining between 0 and granted),
  expired     integer not null default 0 check (expired >= 0),
  withdrawn   integer not null default 0 check (withdrawn >= 0),   -- with the order they were given for
  expires_at  timestamptz not null,
  campaign_id text references point_campaigns (id),
  order_id    uuid,                               -- the purchase they were given for; checkout, above, adds the foreign key
  created_at  timestamptz not null default kura_now(),
  check (remaining + expired + withdrawn <= granted)
);
create index point_lots_order on point_lots (order_id) where order_id is not null;
create index point_lots_member on point_lots (member_id, expires_at, id) where remaining > 0;
create index point_lots_expiry on point_lots (expires_at) where remaining > 0;

-- Which points paid an order, so that they can go back to where they were.
create table point_spends (
  order_id    uuid not null,                      -- checkout, above, adds the foreign key
  lot_id      uuid not null references point_lots (id),
  amount      integer not null check (amount > 0),
  returned_at timestamptz,
  primary key (order_id, lot_id)
);
create index point_spends_lot on point_spends (lot_id);

-- Money moves, it is never made. An account of a member may not fall below zero.
create table ledger_accounts (
  id        text primary key,        -- e.g. 'psp:card', 'sales:packs', 'member:<uuid>:points'
  unit      text not null check (unit in ('yen', 'point')),
  kind      text not null check (kind in ('system', 'member')),
  member_id uuid references members (id),
  balance   bigint not null default 0,
  check (kind = 'system' or balance >= 0)
);

-- The accounts of the house. psp:<gateway>: what it holds for us. sales:fees, sales:content-access:
-- what the shop keeps of a sale between members, without the tax in it. points:redeemed: sales paid
-- with points, in yen. trades:open: paid for a token that is neither delivered nor refunded.
-- proceeds:owed: the part of the sellers, who are credited beside it; proceeds:credited: the other
-- side of what they were credited with. royalties:held: of sales that have not cleared; then
-- royalties:<rights holder>, made when it is first needed, and royalties:unnamed where nobody is
-- named. royalties:paid: what was paid out.
insert into ledger_accounts (id, unit, kind) values
  ('psp:card', 'yen', 'system'), ('psp:paidy', 'yen', 'system'),
  ('sales:packs', 'yen', 'system'), ('sales:fees', 'yen', 'system'), ('sales:content-access', 'yen', 'system'),
  ('tax:consumption', 'yen', 'system'),
  ('trades:open', 'yen', 'system'),
  ('proceeds:owed', 'yen', 'system'), ('proceeds:credited', 'yen', 'system'),
  ('royalties:held', 'yen', 'system'), ('royalties:unnamed', 'yen', 'system'), ('royalties:paid', 'yen', 'system'),
  ('points:redeemed', 'yen', 'system'),
  ('points:granted:paid', 'point', 'system'), ('points:granted:free', 'point', 'system'),
  ('points:spent:paid', 'point', 'system'), ('points:spent:free', 'point', 'system'),
  ('points:expired:paid', 'point', 'system'), ('points:expired:free', 'point', 'system');

-- A movement of money or points, with entries that sum to zero.
create table ledger_movements (
  id        uuid primary key,
  kind      text not null,                        -- 'capture', 'refund', …
  cause     text not null,                        -- e.g. the order id
  reason    text not null,                        -- a line a member can read, in English
  reason_ja text not null default '',             -- and in Japanese
  member_id uuid references members (id),         -- whose list shows it
  lot_id    uuid references point_lots (id),
  at        timestamptz not null default kura_now(),
  unique (kind, cause)
);
create index ledger_movements_member on ledger_movements (member_id, id desc) where member_id is not null;
create index ledger_movements_cause on ledger_movements (cause);
-- The frequent check reads what changed.
create index ledger_movements_at on ledger_movements (at);
create index ledger_movements_lot on ledger_movements (lot_id) where lot_id is not null;

-- What a movement adds to one account.
create table ledger_entries (
  movement_id uuid not null references ledger_movements (id),
  account_id  text not null references ledger_accounts (id),
  amount      bigint not null check (amount <> 0),
  -- The order in which entries were made: an account's history is read by it, since `at` is when
  -- the transaction began.
  number      bigint generated always as identity,
  primary key (movement_id, account_id)
);
create index ledger_entries_account on ledger_entries (account_id);
create unique index ledger_entries_number on ledger_entries (number);

-- Every movement sums to zero in each unit.
create function ledger_movement_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from ledger_entries e join ledger_accounts a on a.id = e.account_id
     where e.movement_id = new.movement_id group by a.unit having sum(e.amount) <> 0
  ) then
    raise exception 'ledger movement % does not sum to zero', new.movement_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_movement_balances();

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_is_append_only();
create trigger ledger_movements_append_only before update or delete or truncate on ledger_movements
  for each statement execute function ledger_is_append_only();

-- Members as the card gateway knows them.
create table card_members (
  member_id         uuid primary key references members (id),
  gateway_member_id text not null unique,
  saved_at          timestamptz                   -- null: the gateway may not know it yet
);

-- Cards a member stored at the gateway. Its numbers are never shown to anybody; ours are.
create table stored_cards (
  id            uuid primary key,
  member_id     uuid not null references members (id),
  state         text not null check (state in ('saving', 'stored', 'deleting', 'deleted', 'failed')),
  payment_id    uuid unique,                      -- the payment whose card it is
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

-- One try to pay an order at a gateway: the intent row of the gateway's calls. Its id at the card
-- gateway is the order's UUID in Crockford base32 plus one attempt character; a deferred payment
-- has its provider's id in gateway_ref.
create table payments (
  id               uuid primary key,
  order_id         uuid not null,                 -- checkout, above, adds the foreign key
  attempt          integer not null check (attempt between 1 and 32),
  gateway          text not null default 'card' check (gateway in ('card', 'paidy')),
  method           text not null default 'new-card' check (method in ('new-card', 'selected-card', 'hosted', 'paidy')),
  gateway_order_id text not null unique,
  gateway_ref      text unique,
  foreign_ref      text check (length(foreign_ref) <= 200),   -- what a client called the order at the provider before there was one; null: our id
  amount_yen       integer not null check (amount_yen > 0),
  state            text not null check (state in
                     ('entering', 'executing', 'challenged', 'securing', 'captured', 'declined', 'refunding', 'refunded', 'unknown')),
  error            text,                          -- the gateway's ErrInfo
  token_hash       bytea,                         -- of the one-time card token, never the token
  card_id          uuid references stored_cards (id),   -- the stored card that pays
  card_name        text,                          -- not null: the card is to be stored under this name when it has paid
  holder_name      text,
  access_id        text unique,                   -- with access_pass: what the card gateway names the trade by
  access_pass      text,
  ret_url          text,                          -- where the browser comes back to
  redirect_url     text,                          -- the page of 3-D Secure
  tran_id          text,                          -- tran_id, approve, capture_ref and refund_ref are the gateway's proofs
  approve          text,
  capture_ref      text,
  refund_ref       text,
  checked_at       timestamptz,                   -- last time the gateway was asked
  worked_until     timestamptz not null default kura_now(),   -- somebody is at it, or has asked to be left alone, until then
  created_at       timestamptz not null default kura_now(),
  captured_at      timestamptz,
  refunded_at      timestamptz,
  closed_at        timestamptz,                   -- an authorisation that was not used was voided
  unique (order_id, attempt),
  constraint payments_gateway_method_check check ((gateway = 'paidy') = (method = 'paidy')),
  constraint payments_return_check check (gateway = 'paidy' or ret_url is not null)
);
create unique index payments_token on payments (token_hash) where token_hash is not null;
create unique index payments_one_capture on payments (order_id) where state in ('captured', 'refunding', 'refunded');
create index payments_open on payments (worked_until) where state in ('entering', 'executing', 'challenged', 'securing', 'refunding', 'unknown');
-- Given up, also with a code of the gateway: asked about again for a day.
create index payments_doubtful on payments (created_at) where state = 'declined';

-- A card is stored because it paid, and pays again: the two name each other.
alter table stored_cards add foreign key (payment_id) references payments (id);

-- Every state a payment came into: an order's timeline is made from these.
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
create trigger payments_insert_notes_move after insert on payments for each row execute function note_payment_move();
create trigger payments_update_notes_move after update of state on payments for each row
  when (old.state is distinct from new.state) execute function note_payment_move();

-- A notice of a gateway is a hint: the gateway is asked. One row for each payment that was named,
-- however often, with nothing but the name.
create table gateway_notices (
  id          uuid primary key,
  gateway     text not null check (gateway in ('card', 'paidy')),
  gateway_order_id text not null,                 -- what the gateway calls the payment, known to us or not
  -- Who named it. notice: the gateway, of a payment of ours. stray: a notice that names nothing of
  -- ours, and list: a list that a person gave in, both for the comparison only. checkout: the
  -- buyer's browser. claimed: a buyer brought an authorisation of their own that no order named.
  origin      text not null default 'notice' check (origin in ('notice', 'stray', 'list', 'checkout', 'claimed')),
  times       int not null default 1,             -- how often it was named, so that a reader sees that it was named again meanwhile
  asks        int not null default 0,             -- how often a gateway was asked because of it: what was never asked about comes first
  received_at timestamptz not null default kura_now(),   -- the first time since the last comparison
  latest_at   timestamptz not null default kura_now(),   -- the last time
  compared_at timestamptz,                        -- null: the next comparison asks the gateway about it
  worked_until timestamptz not null default kura_now(),
  handled_at  timestamptz
);
create index gateway_notices_uncompared on gateway_notices (gateway, gateway_order_id) where compared_at is null;
create unique index gateway_notices_of_payment on gateway_notices (gateway, gateway_order_id);
create index gateway_notices_open on gateway_notices (gateway, asks, received_at) where handled_at is null;
create index gateway_notices_stray on gateway_notices (gateway) where origin = 'stray' and compared_at is null;

-- Receipts are numbered without a gap for the shop that issued them, by its registration number.
create table receipt_counters (
  issuer text primary key,
  last   bigint not null check (last >= 0)
);

-- A paper of an order or a payout, which keeps what it said for ever. statement: the parts of the
-- price, for the seller, which is our invoice for the fee; statement-return takes it back. payout:
-- what was transferred, and our invoice for its fee; payout-return takes it back.
create table receipts (
  id        uuid primary key,
  order_id  uuid,                                 -- checkout, above, adds the foreign key
  payout_id uuid,
  kind      text not null check (kind in ('receipt', 'refund', 'statement', 'statement-return', 'payout', 'payout-return')),
  issuer    text not null references receipt_counters (issuer),
  number    bigint not null check (number > 0),
  details   jsonb not null,                       -- everything that stands on it
  issued_at timestamptz not null default kura_now(),
  unique (order_id, kind),
  unique (payout_id, kind),
  unique (issuer, number),
  check (case when kind like 'payout%' then order_id is null and payout_id is not null
              else order_id is not null and payout_id is null end)
);

create function receipts_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'receipts are final' using errcode = 'integrity_constraint_violation';
end $$;
create trigger receipts_final before update or delete or truncate on receipts
  for each statement execute function receipts_are_final();

-- --- payouts of sellers' proceeds to their own bank accounts, and the banks of Japan

-- The published data of banks and branches; one row says which version was loaded.
create table bank_data (
  only_one  boolean primary key default true check (only_one),
  version   text not null,
  loaded_at timestamptz not null default kura_now()
);
create table banks (
  code      text primary key check (code ~ '^[0-9]{4}$'),
  name      text not null,
  kana      text not null,               -- katakana without small kana, as banks write
  hira      text not null,
  closed_at timestamptz                  -- no longer in the data
);
create table bank_branches (
  bank_code text not null references banks (code),
  code      text not null check (code ~ '^[0-9]{3}$'),
  name      text not null,
  kana      text not null,
  hira      text not null,
  closed_at timestamptz,
  primary key (bank_code, code)
);

-- The account a member is paid to. Replaced accounts stay while a payout names them; a deletion
-- empties what is personal.
create table payout_accounts (
  id             uuid primary key,
  member_id      uuid not null references members (id),
  bank_code      text not null,
  branch_code    text not null,
  account_type   text not null check (account_type in ('ordinary', 'current', 'savings')),
  account_number text not null check (account_number ~ '^([0-9]{7})?$'),
  holder         text not null,
  holder_kana    text not null check (length(holder_kana) <= 30),   -- in the half-width kana of banks
  registered_at  timestamptz not null default kura_now(),
  replaced_at    timestamptz,
  foreign key (bank_code, branch_code) references bank_branches (bank_code, code)
);
create unique index payout_accounts_current on payout_accounts (member_id) where replaced_at is null;
create index payout_accounts_branch on payout_accounts (bank_code, branch_code) where replaced_at is null;

-- A name as it identifies a person: case, width and spaces do not make it another one.
create function person_key(name text) returns text language sql immutable
  return lower(regexp_replace(normalize(name, nfkc), '[\s\u200b-\u200f\u2060\ufeff]+', '', 'g'));

-- A file of transfers. The person who made it cannot release it.
create table payout_batches (
  number      integer primary key generated always as identity,
  state       text not null default 'made' check (state in ('made', 'discarded', 'released', 'settled')),
  pay_on      date not null,
  transfers   integer not null default 0,
  total_yen   bigint not null default 0,   -- what the bank pays: amounts without fees
  made_by     text not null,
  made_at     timestamptz not null default kura_now(),
  released_by text,
  released_at timestamptz,
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  ended_at    timestamptz,                 -- settled or discarded
  check (released_by is null or person_key(released_by) <> person_key(made_by)),
  check ((released_by is null) = (released_at is null)),
  check (case state when 'made' then released_at is null when 'discarded' then released_at is null else released_at is not null end),
  check ((state in ('settled', 'discarded')) = (ended_at is not null))
);

-- A seller's wish to be paid. One state at a time: no yen is in two.
create table payouts (
  id           uuid primary key,
  number       bigint generated always as identity (maxvalue 9999999999) unique,   -- ten digits in the file
  member_id    uuid not null references members (id),
  account_id   uuid not null references payout_accounts (id),
  amount_yen   integer not null check (amount_yen > 0),
  fee_yen      integer not null check (fee_yen >= 0),
  state        text not null default 'requested' check (state in ('requested', 'cancelled', 'batched', 'released', 'paid', 'returned')),
  batch        integer references payout_batches (number),
  reason       text check (reason in ('no-account', 'holder-differs', 'account-closed', 'stopped-by-sender', 'other')),
  requested_at timestamptz not null default kura_now(),
  paid_at      timestamptz,
  ended_at     timestamptz,                -- cancelled, paid or returned
  check (amount_yen > fee_yen),
  check ((state in ('requested', 'cancelled')) = (batch is null)),
  check ((state in ('cancelled', 'paid', 'returned')) = (ended_at is not null)),
  check ((state = 'returned') = (reason is not null)),
  check (state <> 'paid' or paid_at is not null)
);
create index payouts_member on payouts (member_id, id desc);
create index payouts_batch on payouts (batch, number) where batch is not null;
create index payouts_requested on payouts (number) where state = 'requested';
create index payouts_released on payouts (number) where state = 'released';
create index payouts_paid on payouts (paid_at) where state = 'paid';
create index payouts_member_paid on payouts (member_id) include (amount_yen) where state = 'paid';
alter table receipts add foreign key (payout_id) references payouts (id);

-- Mails about a payout that no request of the member caused, noted in the transaction of the event
-- and written once by the worker.
create table payout_letters (
  payout_id uuid not null references payouts (id),
  event     text not null check (event in ('released', 'paid', 'returned', 'withdrawn', 'branch-closed')),
  noted_at  timestamptz not null default kura_now(),
  mailed_at   timestamptz,
  primary key (payout_id, event)
);
create index payout_letters_open on payout_letters (noted_at, payout_id) where mailed_at is null;

-- What sellers owe: proceeds of an undone trade that were paid out or used before. Their next
-- proceeds pay it.
create table proceeds_claims (
  trade_id    uuid primary key,
  member_id   uuid not null references members (id),
  name_ja     text not null,               -- what was sold
  name_en     text not null,
  claimed_yen integer not null check (claimed_yen > 0),
  missing_yen integer not null check (missing_yen between 0 and claimed_yen),
  opened_at   timestamptz not null default kura_now(),
  alarmed_at  timestamptz,
  ended_at    timestamptz,
  check ((missing_yen = 0) = (ended_at is not null))
);
create index proceeds_claims_open on proceeds_claims (member_id, opened_at) where ended_at is null;

-- bank:payouts: what our own bank paid out. bank:sent: transfers in released files without a result.
-- sales:payout-fees: fees of payouts without their tax.
-- points:from-proceeds: yen of sellers that became points.
insert into ledger_accounts (id, unit, kind) values
  ('bank:payouts', 'yen', 'system'), ('bank:sent', 'yen', 'system'), ('sales:payout-fees', 'yen', 'system'), ('points:from-proceeds', 'yen', 'system');

-- A seller's movements of payable proceeds, newest first.
create index ledger_movements_proceeds on ledger_movements (member_id, at desc, id desc) where member_id is not null and lot_id is null;
-- Those that became points: few among many.
create index ledger_movements_used on ledger_movements (member_id, at desc, id desc) where kind = 'proceeds-use';
