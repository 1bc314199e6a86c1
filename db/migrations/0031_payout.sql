-- Payouts of sellers' proceeds to their own bank accounts, and the banks of Japan.

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

-- A file of transfers. Whoever made it cannot release it.
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
  check (released_by is null or lower(trim(released_by)) <> lower(trim(made_by))),
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
create index payouts_paid on payouts (paid_at) where state = 'paid';

-- bank:payouts: what our own bank paid out. sales:payout-fees: fees of payouts without their tax.
-- points:from-proceeds: yen of sellers that became points.
insert into ledger_accounts (id, unit, kind) values
  ('bank:payouts', 'yen', 'system'), ('sales:payout-fees', 'yen', 'system'), ('points:from-proceeds', 'yen', 'system');

-- A seller's movements of payable proceeds, newest first.
create index ledger_movements_proceeds on ledger_movements (member_id, at desc, id desc) where member_id is not null and lot_id is null;
