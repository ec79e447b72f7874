import { existsSync, readFileSync } from 'node:fs';

/** Of all cores of this host since it began, in hundredths of a second: what was worked, and what others were given instead. */
interface Times {
  worked: number;
  stolen: number;
}

/** Nothing where there is no /proc. */
export function timesOfCores(): Times | undefined {
  const first = existsSync('/proc/stat') ? readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] : undefined;
  if (!first) return undefined;
  // user, nice, system, idle, waiting for disks, interrupts, soft ones, stolen (proc(5)).
  const [, user = 0, nice = 0, system = 0, , , hard = 0, soft = 0, stolen = 0] = first.split(/ +/).map(Number);
  return { worked: user + nice + system + hard + soft, stolen };
}

/** Which part of the time that was asked of the cores others were given; undefined where nobody can tell. */
export function stolenSince(before: Times | undefined): number | undefined {
  const now = timesOfCores();
  if (!before || !now) return undefined;
  const stolen = now.stolen - before.stolen;
  return stolen / Math.max(now.worked - before.worked + stolen, 1);
}

/** Up to this part given to others, the host is calm. */
const CALM = 0.03;

/** Measures, and once more where others were given too much of the time meanwhile; the calmer of the two counts. */
export async function calmly<T>(measure: () => Promise<T>): Promise<T> {
  const once = async () => {
    const before = timesOfCores();
    const value = await measure();
    return { value, stolen: stolenSince(before) ?? 0 };
  };
  const first = await once();
  if (first.stolen <= CALM) return first.value;
  const second = await once();
  return second.stolen < first.stolen ? second.value : first.value;
}
