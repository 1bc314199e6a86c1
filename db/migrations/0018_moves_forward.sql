-- Histories go forward. The clock tells when a transaction began, and one that waited for another may have begun before it.
create function listing_move_goes_forward() returns trigger language plpgsql as $$
begin
  new.at := greatest(new.at, (select at from listing_moves where listing_id = new.listing_id order by number desc limit 1));
  return new;
end $$;
create trigger listing_moves_go_forward before insert on listing_moves for each row execute function listing_move_goes_forward();

create function trade_move_goes_forward() returns trigger language plpgsql as $$
begin
  new.at := greatest(new.at, (select at from trade_moves where trade_id = new.trade_id order by number desc limit 1));
  return new;
end $$;
create trigger trade_moves_go_forward before insert on trade_moves for each row execute function trade_move_goes_forward();
