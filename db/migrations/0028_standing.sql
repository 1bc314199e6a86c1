-- Who is banned or gone: few among many, and asked for by every look at what they may not do any more.
create index members_banned on members (banned_at) where banned_at is not null;
create index members_deleted on members (deleted_at) where deleted_at is not null;

-- What is left of an address that an airdrop names once its account is deleted: enough to know that it was named or used up when it comes
-- back, and no address.
create function airdrop_print(airdrop text, who text) returns text language sql immutable parallel safe strict
  return 'sha256:' || encode(sha256(convert_to(airdrop || ' ' || who, 'UTF8')), 'hex');

-- Accounts that were deleted before this.
update airdrop_reservations v set who = airdrop_print(v.airdrop_id, v.who)
  from members m where m.id = v.claimed_by and m.deleted_at is not null and v.who <> m.id::text;
update gifts g set email = '' from members m where m.id = g.claimer_id and m.deleted_at is not null and g.email <> '';

-- A fee for opening contents that are not there is no fee. Offers that stand keep the terms that were signed.
update items set content_access_yen = 0 where content_access_yen <> 0;
