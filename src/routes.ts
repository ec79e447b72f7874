import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { DASHBOARD_FILES } from './site/dashboard-files.ts';
import { DASHBOARD_PAGES } from './site/dashboard-pages.ts';
import { PROSE_PAGES } from './site/pages/public-pages.ts';

export default [
  layout('site/layout.tsx', [
    index('site/home.tsx'),
    route('login', 'site/login.tsx'),
    route('signup', 'modules/identity/web/signup.tsx'),
    route('forgot', 'modules/identity/web/forgot.tsx'),
    route('reset', 'modules/identity/web/reset.tsx'),
    route('new-email', 'modules/identity/web/new-email.tsx'),
    route('verified', 'modules/identity/web/verified.tsx'),
    route('products/:categoryId', 'site/products.tsx'),
    route('search', 'site/search.tsx'),
    route('items/:id', 'site/item.tsx'),
    route('sellers/:id', 'site/seller.tsx'),
    route('about', 'site/pages/about.tsx'),
    route('contact', 'site/pages/contact.tsx'),
    // Paths match in any case, so /Blog is this page too.
    route('blog', 'site/pages/blog.tsx'),
    route('offline', 'site/offline.tsx'),
    ...PROSE_PAGES.map((page) => route(page, 'site/pages/static-page.tsx', { id: `page-${page}` })),
    route('dashboard', 'site/dashboard-layout.tsx', [
      index('site/dashboard-start.tsx'),
      ...DASHBOARD_PAGES.map(({ path }) => route(path, DASHBOARD_FILES[path])),
    ]),
    route('*', 'site/not-found.tsx'),
  ]),
] satisfies RouteConfig;
