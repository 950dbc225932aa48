import pageScript from 'virtual:page-script'
import stringsUrls from 'virtual:strings'
import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Links, Outlet, Scripts, useMatches, useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { readSiteTexts } from './catalog/service/site-texts.server.ts'
import { isConsolePath } from './console/http/admin-guard.server.ts'
import favicon from './favicon.svg?url'
import { useLanguage } from './i18n/context.tsx'
import { htmlLang } from './i18n/languages.ts'
import { hiddenPages } from './kernel/description.ts'
import { takeFlash } from './web/http/flash.server.ts'
import { keepLanguage } from './web/http/link-language.server.ts'
import './styles.css'
import { ErrorPage } from './web/ui/error-page.tsx'
import { usePageContext } from './web/ui/page-context.tsx'
import { LinkPreview, type PageHandle, PageMeta } from './web/ui/page-meta.tsx'
import { Shell } from './web/ui/shell.tsx'
import { TaskBar } from './web/ui/task-bar.tsx'
import { Toast, ToastProvider } from './web/ui/toast.tsx'

/**
 * Data that every page has: the viewer, the server's time, and the message left by the previous
 * page.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  keepLanguage(request, context)
  // The console loads its own viewer.
  const [{ user }, news, tasks, { gaps }] = isConsolePath(request)
    ? [{ user: null }, null, [], { gaps: [] }]
    : await Promise.all([
        context.viewer(),
        context.unread(),
        context.tasks(),
        readSiteTexts(context),
      ])
  const flash = takeFlash(context, request)
  return {
    user: user && { name: user.name, accountType: user.accountType },
    now: context.clock.now(),
    news,
    tasks,
    /** Pages that are not linked, since they are not finished. */
    hidden: hiddenPages(gaps, context.language),
    flash: flash && { kind: flash.kind, message: context.t(flash.key, flash.params) },
  }
}

/** The document around pages and error pages alike; its loader's data may be missing. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const language = useLanguage()
  const { nonce, requestId, live, refused } = usePageContext()
  const isBare = useMatches().some(({ handle }) => {
    const page = handle as PageHandle | undefined
    return page?.console || page?.bare
  })
  return (
    <html
      lang={htmlLang[language]}
      data-request={live ? requestId : undefined}
      data-refused={refused ? '' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#19201d" media="(prefers-color-scheme: dark)" />
        <meta name="format-detection" content="telephone=no" />
        <PageMeta />
        <link rel="icon" href={favicon} type="image/svg+xml" />
        {!isBare && <link rel="manifest" href="/manifest.webmanifest" />}
        {/* A plain page may be served to another visitor: it contains nothing of this request. */}
        {!isBare && (
          <script
            type="module"
            async
            blocking="render"
            src={pageScript}
            nonce={nonce || undefined}
          />
        )}
        {live && (
          <link
            id="strings"
            rel="preload"
            as="fetch"
            href={stringsUrls[language]}
            crossOrigin="anonymous"
          />
        )}
        <Links />
        {/* Last in the head, where React leaves alone what it does not know. */}
        {import.meta.env.SSR && <LinkPreview />}
      </head>
      <body>
        {isBare ? (
          children
        ) : (
          <ToastProvider value={data?.flash ?? null}>
            <Toast over="page" />
            <Shell
              user={data?.user ?? null}
              unread={data?.news?.unread ?? 0}
              hidden={data?.hidden ?? []}
              bar={
                data && <TaskBar now={data.now} tasks={data.tasks} news={data.news?.news ?? []} />
              }
            >
              {children}
            </Shell>
            {live && <Scripts nonce={nonce} />}
          </ToastProvider>
        )}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorPage />
}
