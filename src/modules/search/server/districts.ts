import { areaOf } from '../words.rules.ts';
// Districts and upazilas: nuhil/bangladesh-geocode (MIT). Names that several districts have are left out.
import districts from './districts.json' with { type: 'json' };

export interface District {
  en: string;
  bn: string;
}

const DISTRICTS_BY_PLACE = new Map<string, District>(
  districts.flatMap(({ en, bn, places }) => places.map((place) => [place, { en, bn }] as const)),
);

/**
 * Returns the district of a place as a seller typed it, in English or Bangla: the place itself or its first words
 * ("Mirpur 10"), else the text after the last comma. Undefined for an unknown place.
 */
export function findDistrict(place: string, town = ''): District | undefined {
  for (const words of [areaOf(place).split(' '), areaOf(town).split(' ')])
    for (let count = words.length; count > 0; count -= 1) {
      const owner = DISTRICTS_BY_PLACE.get(
        words
          .slice(0, count)
          .join(' ')
          .replace(/[-.]+$/, ''),
      );
      if (owner) return owner;
    }
  return undefined;
}
