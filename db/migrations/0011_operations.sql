-- Running the shop: imports of the catalogue, and messages to the shop.

-- Every import: what was read, so that a repeat is recognised.
create table catalogue_imports (
  id          uuid primary key,
  digest      text not null,
  counts      jsonb not null,
  finished_at timestamptz not null default kura_now()
);

-- Messages to the shop from its contact form.
create table enquiries (
  id         uuid primary key,
  member_id  uuid references members (id),
  order_id   uuid references orders (id),
  email      text not null,
  topic      text not null,
  message    text not null,
  created_at timestamptz not null default kura_now()
);
