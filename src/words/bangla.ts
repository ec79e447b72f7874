import bnDesign from './bn/design.json' with { type: 'json' };
import bnModules from './bn/modules.json' with { type: 'json' };
import bnSite from './bn/site.json' with { type: 'json' };
import type { Words } from './words.ts';

export const bangla: Words = { ...bnDesign, ...bnSite, ...bnModules };
