import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('site/layout.tsx', [
    index('site/home.tsx'),
    route('login', 'modules/identity/web/login.tsx'),
    route('signup', 'modules/identity/web/signup.tsx'),
    route('products/:categoryId', 'site/products.tsx'),
    route('dashboard', 'site/dashboard-layout.tsx', [
      index('site/dashboard-start.tsx'),
      route('addproduct', 'modules/catalogue/web/add-product.tsx'),
      route('myproduct', 'modules/catalogue/web/my-products.tsx'),
      route('myorders', 'modules/bookings/web/my-orders.tsx'),
      route('mywishlist', 'modules/wishlist/web/my-wishlist.tsx'),
      route('payment/:id', 'modules/payments/web/payment.tsx'),
    ]),
  ]),
  route('*', 'site/not-found.tsx'),
] satisfies RouteConfig;
