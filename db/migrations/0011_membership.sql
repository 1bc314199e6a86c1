-- Where a member's collection was last seen on chain, and when. It says something about the linked wallet only while that is its
-- address; a chain that says no takes it away again.
alter table members add column collection_address text check (collection_address ~ '^0x[0-9a-f]{16}$');
alter table members add column collection_seen_at timestamptz;
