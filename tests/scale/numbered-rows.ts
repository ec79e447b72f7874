const KINDS = {
  product: '00000000',
  account: 'aaaaaaaa',
  session: 'aaaaaaab',
  person: 'aaaaaaac',
  booking: 'bbbbbbbb',
  payment: 'bbbbbbbc',
  dispute: 'bbbbbbbd',
  payout: 'bbbbbbbe',
  report_case: 'cccccccc',
  photo: 'dddddddd',
};
const THREE_YEARS_S = 94_608_000;

/** Returns the SQL of the n-th id of a table. Ids grow with time. */
export const idOf = (kind: keyof typeof KINDS, n: string) =>
  `('${KINDS[kind]}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Returns the SQL of the time of row n among `all` rows. */
export const when = (n: string, all: number) =>
  `now() - make_interval(secs => ${THREE_YEARS_S} * (1 - ${n}::float / ${all + 1}))`;

/** Returns the SQL of a random number up to `all`; low numbers are more frequent. */
export const some = (all: number) => `1 + floor(${all} * power(random(), 2))::int`;

/** Returns the SQL of a random buyer. A third of all people are sellers. */
export function buyer(people: number): string {
  return idOf('person', `1 + 3 * (${some(Math.floor(people / 3))} - 1)`);
}
