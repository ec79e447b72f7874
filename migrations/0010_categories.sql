-- A store may take another currency than taka; each booking keeps the one it was made in.
alter table bookings
  drop constraint bookings_currency_check,
  add constraint bookings_currency_check check (currency ~ '^[a-z]{3}$');

-- What a category is called in Bangla; without it its one name stands in both languages.
alter table categories add column name_bn text check (length(name_bn) between 1 and 60);

-- The demo's categories, where a demo was filled before they had one.
update categories set name_bn = names.bn
from (values
  ('Nursery and sleep', 'খাট ও ঘুম'),
  ('Prams', 'প্র্যাম'),
  ('Shoes', 'জুতা'),
  ('Books', 'বই'),
  ('Clothes', 'জামাকাপড়'),
  ('Toys and play', 'খেলনা ও খেলা'),
  ('Outdoor', 'বাইরে খেলাধুলা'),
  ('Feeding', 'খাওয়ানোর জিনিস'),
  ('School', 'স্কুল'),
  ('Newborn', 'নবজাতক')) as names (en, bn)
where categories.name = names.en;
