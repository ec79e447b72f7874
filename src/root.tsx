import './ui/styles.css';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router';
import type { PageFrame } from '#platform/contract/page.ts';
import { frameContext } from '#platform/web/api-context.ts';
import { KeptPart } from '#platform/web/cached-html.tsx';
import { PAGE_WORDS, preparedWords } from '#platform/web/message-loader.ts';
import { useNonce } from '#platform/web/nonce.ts';
import { clearOfflineCache, isNetworkFailure, unlessInBackground } from '#platform/web/offline-cache.ts';
import { usePageWords } from '#platform/web/page-messages.ts';
import { keepVisitor } from '#platform/web/session.ts';
import { keepShop } from '#platform/web/shop.ts';
import { forgetToken, storedToken } from '#platform/web/token.ts';
import { TranslatorProvider, useTranslator } from '#platform/web/translator.tsx';
import { useTokenRenewal } from '#platform/web/use-token-renewal.ts';
import { FONTS_TO_PRELOAD } from '#ui/fonts-to-preload.ts';
import { Toaster } from '#ui/toast.tsx';
import type { Route } from './+types/root.ts';
import { ErrorPage } from './site/error-page.tsx';
import { ThemeScript } from './site/theme-script.tsx';

export function loader({ context }: Route.LoaderArgs): PageFrame {
  return context.get(frameContext);
}

let last: PageFrame | undefined;

/** While the network is away the frame stays as it was; who has signed out meanwhile is signed out. */
function lastKnown(error: unknown): PageFrame {
  if (!last || !isNetworkFailure(error)) throw error;
  return storedToken() ? last : { ...last, user: null };
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<PageFrame> {
  const told = await serverLoader().catch(lastKnown);
  // A page speaks one language until it is loaded anew, whatever was chosen in another tab meanwhile.
  const frame = { ...told, language: last?.language ?? told.language };
  if (last?.user && last.user.id !== frame.user?.id) clearOfflineCache();
  last = frame;
  // At once: while this navigation still goes on, a token from before would let its other loaders in.
  if (!frame.user) forgetToken();
  keepVisitor(frame.user);
  keepShop(frame.shop);
  return frame;
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = unlessInBackground;

export function Layout({ children }: { children: ReactNode }) {
  const frame = useRouteLoaderData<PageFrame>('root');
  const language = frame?.language ?? 'en';
  const nonce = useNonce();
  const { name, json } = usePageWords();
  return (
    <html lang={language} data-theme={frame?.theme ?? 'system'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <ThemeScript />
        {FONTS_TO_PRELOAD[language].map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        <Meta />
        <Links />
      </head>
      <body>
        <TranslatorProvider
          language={language}
          words={preparedWords(language)}
          product={frame?.productName[language] ?? 'Dolna'}
          currency={frame?.shop.currencyLabel[language] ?? ''}
        >
          {children}
          <Toasts />
        </TranslatorProvider>
        <KeptPart
          as="script"
          name="words"
          of={name}
          type="application/json"
          id={PAGE_WORDS}
          nonce={nonce}
          suppressHydrationWarning
        >
          {json}
        </KeptPart>
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

export default function Root() {
  useTokenRenewal();
  return <Outlet />;
}

/** For what the root itself fails with; what a page fails with is told by the layout. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
