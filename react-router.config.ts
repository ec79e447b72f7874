import type { Config } from '@react-router/dev/config';

// A route's loaders and its screen come in one file: apart they would be four, of a few hundred bytes each.
export default { appDirectory: 'src', ssr: true, splitRouteModules: false } satisfies Config;
