-- What moved lately, for the check that looks at what changed.
create index listing_moves_at on listing_moves (at);
create index trade_moves_at on trade_moves (at);
