import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { pageScript } from './scripts/vite-page-script.ts'
import { routesOnDemand } from './scripts/vite-routes-on-demand.ts'
import { serviceWorker } from './scripts/vite-service-worker.ts'
import { strings } from './scripts/vite-strings.ts'

const assetsDir = 'neighbourhelp/assets'

/**
 * What pages share with the rest of the worker (workers/server.ts) is left out of their build, and
 * comes into the worker once, when that is put together: the worker is a fifth smaller for it and
 * awake a fifth sooner.
 */
const SHARED_PACKAGES =
  /^(?:zod|i18next|drizzle-orm|date-fns-tz|turbo-stream|@conform-to\/zod|@remix-run\/(?:cloudflare|server-runtime|router))(?:\/|$)/
const SHARED_FILES =
  /^(?:#app|.*\/app)\/(?!.*\/pages\/|checkout\/|entry\.)(?:.+\.server\.ts|schemas\/.+|i18n\/server\.ts)$|^#db\//
const isShared = (id: string) => SHARED_PACKAGES.test(id) || SHARED_FILES.test(id)

/**
 * Imports on demand as the browser has them. Vite's own wrapper fetches styles and further files in
 * advance, which ours have none of, and weighs more than what it loads.
 */
const importOnDemand: Plugin = {
  name: 'import-on-demand',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
}

/** The module of a page as Remix's build asks for it for the browser. */
const CLIENT_ROUTE = /\/app\/(.+)\?__remix-build-client-route$/
/** What the page that pays is made of: the only one that React runs in the browser. */
const LIVE = ['root.tsx', 'site/pages/under-dialog.route.tsx', 'checkout/pay.route.tsx']

/** Leaves every other page out of the browser's files (decision 0016). */
const livePageOnly: Plugin = {
  name: 'live-page-only',
  transform(_code, id) {
    const [, route] = CLIENT_ROUTE.exec(id) ?? []
    return route === undefined || LIVE.includes(route) ? undefined : 'export {}'
  },
}

/**
 * Two files for it: React and Remix, which change with their versions only, and ours. Why a card
 * was refused is asked for when one is.
 */
function chunkOf(id: string): string | undefined {
  if (id.includes('card-error-kinds') || CLIENT_ROUTE.test(id)) return undefined
  return /\/node_modules\/(?!lucide-react)/.test(id) ? 'vendor' : 'live'
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    strings(assetsDir),
    pageScript(assetsDir, 'page', 'web/page-script'),
    pageScript(assetsDir, 'form', 'web/page-script'),
    pageScript(assetsDir, 'live', 'web/page-script'),
    pageScript(assetsDir, 'poster', 'features/share'),
    pageScript(assetsDir, 'share', 'features/ride'),
    pageScript(assetsDir, 'deposit', 'carpool/ui'),
    serviceWorker(),
    importOnDemand,
    routesOnDemand,
    tailwindcss(),
    remix({
      basename: '/neighbourhelp/',
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_lazyRouteDiscovery: true,
        v3_singleFetch: true,
        v3_routeConfig: true,
      },
    }),
    livePageOnly,
  ],
  // A strict CSP allows no data: scripts or styles, so nothing may be inlined.
  build: {
    assetsDir,
    assetsInlineLimit: 0,
    target: 'es2022',
    // The document's scripts weigh 5 kB less, compressed, than as Vite's own minifier leaves them.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { module: true, compress: { passes: 2 } },
    rollupOptions: isSsrBuild
      ? {
          external: isShared,
          makeAbsoluteExternalsRelative: false,
          // Imports of nothing would be dropped when the worker is bundled, each with a warning.
          treeshake: { moduleSideEffects: 'no-external' },
          output: {
            inlineDynamicImports: false,
            hoistTransitiveImports: false,
            // What all pages need is not in the file that loads them, which would be a circle.
            manualChunks: (id) => (id.endsWith('/app/entry.server.tsx') ? 'shared' : undefined),
            paths: (id) => id.replace(/^.*\/app\//, '#app/'),
          },
        }
      : { output: { manualChunks: chunkOf } },
  },
  ssr: {
    resolve: { conditions: ['workerd', 'worker', 'browser'] },
    target: 'webworker',
    noExternal: true,
  },
}))
