-- A notice of a gateway is one row for each payment it names, however often it comes, and keeps nothing but the name.

-- What names nothing has never led to a question.
delete from gateway_notices where gateway_order_id is null;

-- Of several rows of one payment the latest stays: open or not yet compared when one of them was.
with merged as (
  select gateway, gateway_order_id, bool_or(handled_at is null) as is_open, bool_or(compared_at is null) as is_uncompared
    from gateway_notices group by gateway, gateway_order_id having count(*) > 1
)
update gateway_notices n
   set handled_at = case when m.is_open then null else n.handled_at end,
       compared_at = case when m.is_uncompared then null else n.compared_at end
  from merged m where n.gateway = m.gateway and n.gateway_order_id = m.gateway_order_id;
delete from gateway_notices n using gateway_notices later
 where later.gateway = n.gateway and later.gateway_order_id = n.gateway_order_id
   and (later.received_at, later.id) > (n.received_at, n.id);

alter table gateway_notices
  alter column gateway_order_id set not null,
  add check (gateway in ('card', 'paidy')),
  -- Who named it: the gateway, of a payment of ours; a notice that names nothing of ours, for the comparison only; a list that a person
  -- gave in, for the comparison only; the buyer's browser.
  add column origin text not null default 'notice' check (origin in ('notice', 'stray', 'list', 'checkout')),
  -- How often it was named, so that who looks sees that it was named again meanwhile; and when last. `received_at` is the first time
  -- since the last comparison.
  add column times int not null default 1,
  add column latest_at timestamptz not null default kura_now(),
  -- How often a gateway was asked because of it: what was never asked about comes first.
  add column asks int not null default 0;
-- a notice could say any word there
update gateway_notices
   set latest_at = received_at, origin = case when body ->> 'from' in ('list', 'checkout') then body ->> 'from' else 'notice' end;
alter table gateway_notices drop column body;

create unique index gateway_notices_of_payment on gateway_notices (gateway, gateway_order_id);
drop index gateway_notices_waiting;
drop index gateway_notices_open;
create index gateway_notices_open on gateway_notices (gateway, asks, received_at) where handled_at is null;
create index gateway_notices_stray on gateway_notices (gateway) where origin = 'stray' and compared_at is null;
