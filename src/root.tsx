import './ui/styles.css';
import { type ContextType, type ReactNode, use, useState } from 'react';
import {
  Links,
  Outlet,
  UNSAFE_DataRouterDataContext as RouterData,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from 'react-router';
import type { RootData } from '#platform/contract/page.ts';
import { noticeContext, rootDataContext, todoContext } from '#platform/web/api-context.ts';
import { hydratingContext } from '#platform/web/authenticated-loader.ts';
import { useDocumentValues } from '#platform/web/document-context.ts';
import { loadAllMessages, MESSAGES_ID, preparedMessages } from '#platform/web/message-loader.ts';
import {
  assignSavedPages,
  isNetworkFailure,
  isUnreachable,
  markLive,
  nullIfOffline,
  savedAt,
  unlessInBackground,
} from '#platform/web/offline-cache.ts';
import { storeUser, useRootData } from '#platform/web/session.ts';
import { readSharedUser, SHARED_USER_ID } from '#platform/web/shared-user.ts';
import { storeShop } from '#platform/web/shop.ts';
import { deleteOtherToken, storedToken } from '#platform/web/token.ts';
import { TranslatorProvider, useTranslator } from '#platform/web/translator.tsx';
import { useTokenRenewal } from '#platform/web/use-token-renewal.ts';
import { FONTS_TO_PRELOAD } from '#ui/fonts-to-preload.ts';
import { Toaster } from '#ui/toast.tsx';
import type { Route } from './+types/root.ts';
import { ErrorPage } from './site/shell/error-page.tsx';
import { ThemeColor, ThemeScript } from './site/shell/theme.tsx';

/** Returns the root data of a page: user, settings, open tasks and notice. */
export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const todo = await context.get(todoContext)();
  // The business is for the legal pages, whose loader reads it.
  const { business: _business, ...rootData } = context.get(rootDataContext);
  return { ...rootData, todo, notice: context.get(noticeContext) };
}

/**
 * A document has its own page's texts only. Before the browser shows another page it loads the others. Without a network
 * no other page is shown in this document.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ context }, next) => {
    if (!context.get(hydratingContext) && !isUnreachable()) await loadAllMessages().catch(nullIfOffline);
    return next();
  },
];

let last: RootData | undefined;

/** Without a network the data stays as it was, except that a user who signed out meanwhile is signed out. */
function lastKnown(error: unknown): RootData {
  if (!last || !isNetworkFailure(error)) throw error;
  return storedToken() ? last : { ...last, user: null, todo: null };
}

/** Returns the root data of a page, and stores user and settings for loaders and actions of the browser. */
export async function clientLoader({ context, serverLoader }: Route.ClientLoaderArgs): Promise<RootData> {
  let isLive = !context.get(hydratingContext) || savedAt() === undefined;
  const served = await serverLoader().catch((error) => {
    isLive = false;
    return lastKnown(error);
  });
  const known = served.isUserUnknown ? (last ?? served) : served;
  const { user, todo } = served.isShared ? readSharedUser() : known;
  // A document keeps its language until it is reloaded, also when another tab chooses another one.
  const rootData = { ...served, user, todo, language: last?.language ?? served.language };
  last = rootData;
  if (isLive) markLive();
  // Not for a saved document: its user may have signed out. The other loaders of the navigation need the result.
  if (isLive && !rootData.isUserUnknown) {
    assignSavedPages(rootData.user?.id);
    deleteOtherToken(rootData.user?.accountId);
  }
  storeUser(rootData.user);
  storeShop(rootData.shop);
  return rootData;
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = unlessInBackground;

/** The HTML document around every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const rootData = useRouteLoaderData<RootData>('root');
  const language = rootData?.language ?? 'en';
  const { nonce, messages } = useDocumentValues();
  return (
    <html lang={language} data-theme={rootData?.theme ?? 'system'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" crossOrigin="use-credentials" />
        <ThemeColor theme={rootData?.theme ?? 'system'} />
        <ThemeScript />
        {FONTS_TO_PRELOAD[language].map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        <Links />
      </head>
      <body>
        <TranslatorProvider
          language={language}
          messages={preparedMessages(language)}
          product={rootData?.productName[language] ?? 'Dolna'}
          currency={rootData?.shop.currencyLabel[language] ?? ''}
        >
          {children}
          <Toasts />
        </TranslatorProvider>
        <script type="application/json" id={MESSAGES_ID} nonce={nonce} suppressHydrationWarning>
          {messages}
        </script>
        {rootData?.isShared && (
          <script type="application/json" id={SHARED_USER_ID} suppressHydrationWarning>
            {''}
          </script>
        )}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

function Toasts() {
  const { t } = useTranslator();
  return <Toaster closeLabel={t('common.close')} label={t('toast.region')} />;
}

/**
 * The page, with the result of the form that the document answers. React Router removes the result when it hydrates, and whenever
 * the page's data loads again.
 */
function Page() {
  const data = use(RouterData) as NonNullable<ContextType<typeof RouterData>>;
  const { key } = useLocation();
  const [first, setFirst] = useState({ key, actionData: data.actionData });
  // The first entry of the history keeps its key, and another person may go back to it.
  if (key !== first.key && first.actionData) setFirst({ key, actionData: null });
  const actionData = data.actionData ?? (key === first.key ? first.actionData : null);
  return (
    <RouterData value={{ ...data, actionData }}>
      <Outlet />
    </RouterData>
  );
}

export default function Root() {
  useTokenRenewal();
  const { notice } = useRootData();
  return (
    <>
      {notice && (
        <p
          className={`notice alert alert-${notice.done ? 'success' : 'error'}`}
          role={notice.done ? 'status' : 'alert'}
        >
          {notice.message}
        </p>
      )}
      <Page />
    </>
  );
}

/** For errors of the root itself. The layout has the boundary for errors of pages. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
