import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { pageScript } from './scripts/vite-page-script.ts'
import { strings } from './scripts/vite-strings.ts'

const assetsDir = 'neighbourhelp/assets'

/**
 * Two files that every page shares, instead of one for each icon: React and Remix, which change
 * with their versions only, and our components. Fewer requests on a bad line, and they compress
 * better. What forms are made of is a third, so that pages without a form (the payment's above all)
 * do without it; what payments are made of is a fourth, and what the pages of an order share a
 * fifth. What only a page or two show stays with them.
 */
function chunkOf(id: string): string | undefined {
  if (/\/app\/ui\/(field|use-form|error-summary|list-filters)\.tsx?$/.test(id)) return 'forms'
  if (/node_modules\/(react|react-dom|scheduler|turbo-stream|@remix-run\/[\w-]+)\//.test(id))
    return 'vendor'
  if (/\/app\/ui\/pay\/(?!cancel-form|ride\.)/.test(id)) return 'pay'
  if (/\/app\/ui\/order\/(query|order-line|base-lines)\.tsx?$/.test(id)) return 'order'
  const ours =
    /\/app\/i18n\/|\/app\/ui\/(pay\/cancel-form|(?!points-list|contact-card|copy-button|written-text)[\w-]+)\.tsx?$/
  if (id.includes('/node_modules/lucide-react/') || ours.test(id)) return 'ui'
  return undefined
}

/**
 * What pages share with the rest of the worker (workers/server.ts) is left out of their build, and
 * comes into the worker once, when that is put together: the worker is a fifth smaller for it and
 * awake a fifth sooner.
 */
const SHARED_PACKAGES =
  /^(?:zod|i18next|drizzle-orm|date-fns-tz|turbo-stream|@conform-to\/zod|@remix-run\/(?:cloudflare|server-runtime|router))(?:\/|$)/
const SHARED_FILES =
  /^(?:#app|.*\/app)\/(?:(?:api|services|schemas|http)\/.+|i18n\/server\.ts)$|^#db\//
const isShared = (id: string) => SHARED_PACKAGES.test(id) || SHARED_FILES.test(id)

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    strings(assetsDir),
    pageScript(assetsDir, 'page'),
    pageScript(assetsDir, 'estimate'),
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
          output: { paths: (id) => id.replace(/^.*\/app\//, '#app/') },
        }
      : { output: { manualChunks: chunkOf } },
  },
  ssr: {
    resolve: { conditions: ['workerd', 'worker', 'browser'] },
    target: 'webworker',
    noExternal: true,
  },
}))
