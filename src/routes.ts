import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { PROSE_PAGES } from './site/pages/public-pages.ts';

export default [
  layout('site/layout.tsx', [
    index('site/home.tsx'),
    route('login', 'modules/identity/web/login.tsx'),
    route('signup', 'modules/identity/web/signup.tsx'),
    route('forgot', 'modules/identity/web/forgot.tsx'),
    route('reset', 'modules/identity/web/reset.tsx'),
    route('verified', 'modules/identity/web/verified.tsx'),
    route('products/:categoryId', 'site/products.tsx'),
    route('search', 'site/search.tsx'),
    route('items/:id', 'site/item.tsx'),
    route('sellers/:id', 'site/seller.tsx'),
    route('about', 'site/pages/about.tsx'),
    route('contact', 'site/pages/contact.tsx'),
    // Paths match in any case, so /Blog is this page too.
    route('blog', 'site/pages/blog.tsx'),
    ...PROSE_PAGES.map((page) => route(page, 'site/pages/static-page.tsx', { id: `page-${page}` })),
    route('dashboard', 'site/dashboard-layout.tsx', [
      index('site/dashboard-start.tsx'),
      route('addproduct', 'modules/catalogue/web/add-product.tsx'),
      route('myproduct', 'modules/catalogue/web/my-products.tsx'),
      route('myproduct/:id/edit', 'modules/catalogue/web/edit-product.tsx'),
      route('mybuyers', 'modules/bookings/web/my-buyers.tsx'),
      route('allsellers', 'modules/identity/web/admin/all-sellers.tsx'),
      route('allbuyers', 'modules/identity/web/admin/all-buyers.tsx'),
      route('reporteditems', 'modules/moderation/web/reported-items.tsx'),
      route('messages', 'modules/support/web/messages.tsx'),
      route('audit', 'modules/audit/web/audit-log.tsx'),
      route('payments', 'modules/payments/web/admin/payments.tsx'),
      route('words', 'modules/search/web/synonyms.tsx'),
      route('account', 'modules/account/web/account.tsx'),
      route('myreports', 'modules/moderation/web/my-reports.tsx'),
      route('myorders', 'modules/bookings/web/my-orders.tsx'),
      route('mywishlist', 'modules/wishlist/web/my-wishlist.tsx'),
      route('payment/:id', 'modules/payments/web/payment.tsx'),
    ]),
  ]),
  route('*', 'site/not-found.tsx'),
] satisfies RouteConfig;
