-- প্রাম is how many write প্র্যাম, bycicle how many write bicycle. A slip that its sound gives away need not stand among the
-- words, from where it would be what a search says that it looked for instead.
update search_synonyms set words = words || '{প্রাম}' where words @> '{stroller, প্র্যাম}' and not words @> '{প্রাম}'
  and cardinality(words) < 20;
update search_synonyms set words = words || '{bycicle}' where words @> '{bicycle, bysicle}' and not words @> '{bycicle}'
  and cardinality(words) < 20;
update search_synonyms set words = array_remove(array_remove(words, 'stroler'), 'stoller')
  where words && '{stroler, stoller}' and cardinality(words) > 3;
