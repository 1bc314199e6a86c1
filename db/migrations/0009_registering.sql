-- Who may do something that only one process does at a time. Over by itself when its holder is silent.
create table leases (
  name       text primary key,
  holder     uuid not null,
  held_until timestamptz not null
);

-- registered_at says since when the chain knows an item; reworded_at, that it says something else since.
alter table items add column reworded_at timestamptz;

create function items_reword() returns trigger language plpgsql as $$
begin
  new.reworded_at := kura_now();
  return new;
end $$;
create trigger items_reword before update on items for each row
  when (old.registered_at is not null
        and (old.name_ja, old.description_ja, old.description_en, old.artist, old.rarity, old.edition_size, old.traits, old.picture,
             old.royalty_bps)
            is distinct from
            (new.name_ja, new.description_ja, new.description_en, new.artist, new.rarity, new.edition_size, new.traits, new.picture,
             new.royalty_bps))
  execute function items_reword();

-- What every round of a chain worker looks for.
create index items_unregistered on items (position) where registered_at is null or reworded_at is not null;
create index chain_transactions_registering on chain_transactions (created_at)
  where kind in ('register-series', 'register-items') and state in ('intended', 'signed', 'sent');

-- Hints about one order are kept once while nobody has looked at them.
create index gateway_notices_waiting on gateway_notices (gateway_order_id) where handled_at is null;
