-- The catalogue: series, items and categories as the shop imports them, and what it says on its own
-- pages.

-- The form names are searched in: width and case do not matter, katakana reads as hiragana, ぢ and づ
-- as じ and ず, and an old or rare form of a kanji as the common one.
create function search_form(words text) returns text language sql immutable parallel safe strict
  return translate(lower(normalize(words, nfkc)),
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ亞惡壓圍爲醫壹稻飮隱營榮衞驛圓艷鹽奧應橫歐黃溫穩假價畫會壞懷繪擴殼覺學嶽樂勸卷寬歡關觀巖歸氣龜僞戲犧舊據擧峽挾狹曉區驅勳薰徑惠溪經繼莖螢輕鷄藝儉劍劔圈檢權獻縣險顯驗嚴效廣恆鑛號國濟碎齋劑櫻册雜參慘棧蠶贊殘絲齒兒辭濕實舍寫釋壽收從澁獸縱肅處緖敍奬將燒稱證乘剩壤孃條淨疊穰讓釀觸寢愼晉眞盡圖粹醉隨髓數樞聲靜齊攝專戰淺潛纖踐錢禪雙壯搜插爭總聰莊裝騷藏臟屬續墮體對帶滯臺瀧擇澤單擔膽團彈斷癡遲晝蟲鑄廳聽鎭鐵轉點傳黨盜燈當鬪德獨讀屆繩貳腦霸廢拜賣麥發髮拔蠻祕濱濵甁拂佛竝變邊邉辨瓣辯舖穗寶寳襃豐沒飜槇萬滿默彌藥譯豫餘與譽搖樣謠來賴亂覽龍兩獵綠淚壘勵禮隸靈齡戀爐勞樓郞祿亙灣髙﨑嵜栁𠮷冨嶋嶌峯桒舘凛兔莵菟渕桧曾篭鴬鴎薮鯵貓鴈煕鐡皈秌烟埜楳鵞衟囯圀苍鳫𣘺𫞎瀨鬭鷰蝋埀堯遥槗牀盃竒糺舩艸虵豎躰迹釼閒鄰雞頬颱餠驒鰕麪麵屛ぢづ',
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちじっつずてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ亜悪圧囲為医壱稲飲隠営栄衛駅円艶塩奥応横欧黄温穏仮価画会壊懐絵拡殻覚学岳楽勧巻寛歓関観巌帰気亀偽戯犠旧拠挙峡挟狭暁区駆勲薫径恵渓経継茎蛍軽鶏芸倹剣剣圏検権献県険顕験厳効広恒鉱号国済砕斎剤桜冊雑参惨桟蚕賛残糸歯児辞湿実舎写釈寿収従渋獣縦粛処緒叙奨将焼称証乗剰壌嬢条浄畳穣譲醸触寝慎晋真尽図粋酔随髄数枢声静斉摂専戦浅潜繊践銭禅双壮捜挿争総聡荘装騒蔵臓属続堕体対帯滞台滝択沢単担胆団弾断痴遅昼虫鋳庁聴鎮鉄転点伝党盗灯当闘徳独読届縄弐脳覇廃拝売麦発髪抜蛮秘浜浜瓶払仏並変辺辺弁弁弁舗穂宝宝褒豊没翻槙万満黙弥薬訳予余与誉揺様謡来頼乱覧竜両猟緑涙塁励礼隷霊齢恋炉労楼郎禄亘湾高崎崎柳吉富島島峰桑館凜兎兎兎淵檜曽籠鶯鷗藪鰺猫雁熙鉄帰秋煙野梅鵝道国国蒼雁橋瀬瀬闘燕蠟垂尭遙橋床杯奇糾船草蛇竪体跡剣間隣鶏頰台餅騨蝦麺麺屏じず');

-- Three characters in a row are as much rarer than two as a catalogue is larger: names are kept in
-- pieces of one to three of them.
create function search_grams(words text) returns text[] language sql immutable parallel safe strict
  return (select coalesce(array_agg(distinct substr(form, n, size)), '{}')
            -- offset 0 keeps the form from being worked out again for every gram
            from (select search_form(words) as form offset 0) f,
                 generate_series(1, char_length(form)) n, generate_series(1, 3) size
           where n + size - 1 <= char_length(form));

-- The grams every match of a query must have: the longest, which hold the shorter ones.
create function search_needs(query text) returns text[] language sql immutable parallel safe strict
  return (select coalesce(array_agg(distinct substr(form, n, 3)), '{}')
            from (select search_form(query) as form offset 0) f, generate_series(1, greatest(1, char_length(form) - 2)) n);

-- A LIKE pattern in which every character of the query stands for itself.
create function search_pattern(query text) returns text language sql immutable parallel safe strict
  return '%' || regexp_replace(search_form(query), '([%_\\])', '\\\1', 'g') || '%';

-- Whom the royalties of a series or of one item are paid to.
create table rights_holders (
  id       text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja  text not null,
  name_en  text not null
);

-- A series of items, with a cap on its tokens that the chain enforces. Ids of the catalogue are its
-- own slugs.
create table series (
  id             text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja        text not null,
  name_en        text not null,
  description_ja text not null default '',
  description_en text not null default '',
  picture        text references media (id),
  token_cap      integer not null check (token_cap > 0),   -- most tokens ever minted in the series
  rights_holder_id text references rights_holders (id),    -- who is paid its royalties
  position       integer not null default 0,
  item_count     integer not null default 0,      -- kept by a trigger, so that no list counts
  registered_at  timestamptz,                     -- since when the chain knows it
  created_at     timestamptz not null default kura_now()
);
create index series_position on series (position, id);

-- What a token is one copy of.
create table items (
  id             text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  series_id      text not null references series (id),
  name_ja        text not null,
  name_en        text not null,
  description_ja text not null default '',
  description_en text not null default '',
  artist         text not null default '',
  rarity         text not null default 'common' check (rarity in ('common', 'rare', 'epic', 'legendary')),
  edition_size   integer not null check (edition_size > 0),
  reserved_copies integer not null default 0 check (reserved_copies between 0 and edition_size),   -- never put in packs
  traits         jsonb not null default '{}',
  picture        text not null references media (id),
  royalty_bps    integer not null default 0 check (royalty_bps between 0 and 5000),   -- hundredths of a per cent of a sale
  rights_holder_id text references rights_holders (id),   -- null: that of the series
  -- what the shop keeps of every price of this item, so that the new owner can open its protected
  -- contents
  content_access_yen integer not null default 0 check (content_access_yen between 0 and 1000000),
  has_contents   boolean not null default false,  -- whether every token of it opens some; else the yen above count as none
  is_regulated   boolean not null default false,
  position       bigint not null,                 -- order of appearance, unique, for keyset pages
  search_text    text not null generated always as (search_form(name_ja || ' ' || name_en)) stored,
  search_grams   text[] not null generated always as (search_grams(name_ja || ' ' || name_en)) stored,
  registered_at  timestamptz,                     -- since when the chain knows it
  reworded_at    timestamptz,                     -- since when it says something else than the chain has
  created_at     timestamptz not null default kura_now()
);
create unique index items_position on items (position desc);
create index items_series on items (series_id, position desc);
create index items_rarity on items (rarity, position desc);
create index items_name on items (name_ja collate "C", id);
create index items_search on items using gin (search_grams);
-- Works for adults: lists subtract them from their totals.
create index items_regulated on items (series_id) where is_regulated;
-- What every round of a chain worker searches.
create index items_unregistered on items (position) where registered_at is null or reworded_at is not null;

-- An item never changes its series or its place: pages by cursor and the caps on chain rely on
-- both.
create function items_stay() returns trigger language plpgsql as $$
begin
  raise exception 'item % may not change its series or its position', old.id using errcode = 'check_violation';
end $$;
create trigger items_stay before update on items for each row
  when (old.series_id is distinct from new.series_id or old.position is distinct from new.position)
  execute function items_stay();

-- Notes that an item says something else than the chain has.
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

-- Categories of items, across series.
create table categories (
  slug      text primary key check (slug ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja   text not null,
  name_en   text not null,
  position  integer not null default 0,
  item_count integer not null default 0          -- kept by a trigger
);

-- Which items are in a category.
create table item_categories (
  category_slug text not null references categories (slug),
  item_id       text not null references items (id),
  position      bigint not null,                 -- the item's, so that a category is read in its order
  primary key (category_slug, item_id)
);
create index item_categories_item on item_categories (item_id);
create index item_categories_position on item_categories (category_slug, position desc);

-- Keeps how many items a series and a category have.
create function count_items() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'items' then
    update series s set item_count = item_count + c.n * case tg_op when 'INSERT' then 1 else -1 end
      from (select series_id, count(*) as n from changed group by series_id) c where s.id = c.series_id;
  else
    update categories g set item_count = item_count + c.n * case tg_op when 'INSERT' then 1 else -1 end
      from (select category_slug, count(*) as n from changed group by category_slug) c where g.slug = c.category_slug;
  end if;
  return null;
end $$;
create trigger items_counted after insert on items referencing new table as changed
  for each statement execute function count_items();
create trigger items_uncounted after delete on items referencing old table as changed
  for each statement execute function count_items();
create trigger item_categories_counted after insert on item_categories referencing new table as changed
  for each statement execute function count_items();
create trigger item_categories_uncounted after delete on item_categories referencing old table as changed
  for each statement execute function count_items();

-- Pictures of the start page.
-- Things that other sites sell, such as books of the artwork.
create table external_products (
  id        text primary key,
  picture   text not null references media (id),
  name_ja   text not null,
  name_en   text not null,
  href      text not null check (href like 'https://%'),
  price_yen integer check (price_yen >= 0),
  is_picked boolean not null default false,
  position  integer not null default 0
);

create table banners (
  id          text primary key,
  picture     text not null references media (id),
  title_ja    text not null,
  title_en    text not null,
  href        text not null,
  start_date  timestamptz,
  end_date    timestamptz,
  position    integer not null default 0
);

-- News of the shop.
create table announcements (
  id          text primary key,
  title_ja    text not null,
  title_en    text not null,
  body_ja     text not null default '',
  body_en     text not null default '',
  published_at timestamptz not null
);

-- What happens at a time: a fair, a campaign, an exhibition. The ids name packs and series.
create table events (
  id             text primary key,
  title_ja       text not null,
  title_en       text not null,
  description_ja text not null default '',
  description_en text not null default '',
  picture        text references media (id),
  start_date     timestamptz not null,
  end_date       timestamptz not null check (end_date > start_date),
  pack_ids       text[] not null default '{}',
  series_ids     text[] not null default '{}'
);
create index events_by_end on events (end_date desc, id);

-- Who runs the shop, as imported.
create table operators (
  is_only    boolean primary key default true check (is_only),
  details    jsonb not null,
  changed_at timestamptz not null default kura_now()
);

-- Who may do something that only one process does at a time. Over by itself when its holder is
-- silent.
create table leases (
  name       text primary key,
  holder     uuid not null,
  held_until timestamptz not null
);

-- Pages that show these are dropped when a row changes.
do $$
declare
  name text;
begin
  foreach name in array '{items,series,item_categories,categories,banners,announcements,events}'::text[] loop
    execute format('create trigger %1$I after insert on %2$I referencing new table as touched
      for each statement execute function drop_pages()', name || '_insert_drops_pages', name);
    execute format('create trigger %1$I after update on %2$I referencing new table as touched
      for each statement execute function drop_pages()', name || '_update_drops_pages', name);
    execute format('create trigger %1$I after delete on %2$I referencing old table as touched
      for each statement execute function drop_pages()', name || '_delete_drops_pages', name);
  end loop;
end $$;
create trigger operators_insert_drops_pages after insert on operators referencing new table as touched
  for each statement execute function drop_pages();
create trigger operators_update_drops_pages after update on operators referencing new table as touched
  for each statement execute function drop_pages();
