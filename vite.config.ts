import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { strings } from './scripts/vite-strings.ts'

const assetsDir = 'neighbourhelp/assets'

export default defineConfig({
  plugins: [
    strings(assetsDir),
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
  build: { assetsDir, assetsInlineLimit: 0, target: 'es2022' },
  ssr: {
    resolve: { conditions: ['workerd', 'worker', 'browser'] },
    target: 'webworker',
    noExternal: true,
  },
})
