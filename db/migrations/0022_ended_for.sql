-- Why a member's offers were all taken back at `listings_ended_at`: what was signed until then and comes to the chain later is told the same. Null
-- where nobody noted it, which is told as the seller's own deed.
--
-- Of `listings.taken_back`: it is null also of what our agent ended before there was the column, and 'target' may stand beside any state from the
-- draft on, since what is meant for a member who changed the wallet is marked before it is on sale or given back, and never opens then.
alter table members
  add column listings_ended_for text check (listings_ended_for in ('seller', 'ban', 'wallet', 'notice'));
