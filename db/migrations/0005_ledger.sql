-- Money moves, it is never made. Entries are append-only and each movement sums to zero per unit.
create table ledger_accounts (
  id        text primary key,        -- e.g. 'psp:card', 'sales:packs', 'member:<uuid>:points'
  unit      text not null check (unit in ('yen', 'point')),
  kind      text not null check (kind in ('system', 'member')),
  member_id uuid references members (id),
  balance   bigint not null default 0,
  check (kind = 'system' or balance >= 0)
);

create table ledger_movements (
  id        uuid primary key,
  kind      text not null,           -- 'capture', 'refund', …
  cause     text not null,           -- e.g. the order id
  reason    text not null,           -- a line a member can read
  at        timestamptz not null default kura_now(),
  unique (kind, cause)
);

create table ledger_entries (
  movement_id uuid not null references ledger_movements (id),
  account_id  text not null references ledger_accounts (id),
  amount      bigint not null check (amount <> 0),
  primary key (movement_id, account_id)
);
create index ledger_entries_account on ledger_entries (account_id);

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

-- The accounts of the house. psp:card is what the card gateway holds for us.
insert into ledger_accounts (id, unit, kind) values
  ('psp:card', 'yen', 'system'),
  ('sales:packs', 'yen', 'system'),
  ('tax:consumption', 'yen', 'system');

-- What the ledger held up to a moment, as the checker saw it: history that changes afterwards is noticed. The digest does not
-- depend on the order of the entries.
create table ledger_marks (
  until    timestamptz primary key,
  entries  bigint not null,
  digest   numeric not null,
  made_at  timestamptz not null default kura_now()
);
