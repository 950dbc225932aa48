import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { temporary } from '#tests/load/temporary.ts'
import { root } from '../../../scripts/dev-config.ts'
import { runQuietly } from '../../../scripts/run.ts'

/**
 * The contents of Remix's own template for this platform (create-remix, 2.17), without styles and
 * images: one page that says welcome.
 */
const FILES = {
  'package.json':
    '{ "type": "module", "sideEffects": false, "dependencies": { "@remix-run/cloudflare": "*" } }',
  'vite.config.js': `import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: true,
      },
    }),
  ],
})
`,
  'app/root.tsx': `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react'

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}
`,
  'app/routes/_index.tsx': `export const meta = () => [{ title: 'New Remix App' }, { name: 'description', content: 'Welcome to Remix!' }]

export default function Index() {
  return <h1>Welcome to Remix</h1>
}
`,
  'app/entry.client.tsx': `import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  )
})
`,
  // Never reaches the browser.
  'app/entry.server.tsx': 'export default () => new Response()\n',
}

/**
 * Builds that template with our installed packages; returns the compressed size in bytes of its
 * scripts, all of which its page loads.
 */
export async function weighStockApp(): Promise<number> {
  const project = temporary()
  mkdirSync(path.join(project, 'app/routes'), { recursive: true })
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(project, name), text)
  symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'))
  await runQuietly('remix', ['vite:build'], { cwd: project })
  const assets = path.join(project, 'build/client/assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  return scripts.reduce(
    (sum, name) => sum + gzipSync(readFileSync(path.join(assets, name))).length,
    0,
  )
}
