/** How many letters have to be added, left out, exchanged or swapped with their neighbour to make one word of another. */
function distance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, exchanged);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** How far a word is from what was asked. What only sounds the same is nearer than what sounds otherwise, too. */
export function slipsBetween(near: { asked: string; soundAsked: string; word: string; sound: string }): number {
  return distance(near.soundAsked, near.sound) + Math.min(distance(near.asked, near.word), 9) / 10;
}

/** How many slips are forgiven in a word of so many letters. */
export function forgiven(letters: number): number {
  if (letters <= 2) return 0;
  return letters <= 5 ? 1 : 2;
}
