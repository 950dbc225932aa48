import type { Plugin } from 'vite'

const FILE = /\/@remix-run\/react\/dist\/esm\/routeModules\.js$/
const GIVEN_UP = 'window.location.reload();'

/**
 * Lets the page say what happens when the script of a route is gone after a deploy. Remix loads the
 * page again that one is on, and the press was for nothing (app/ui/route-gone.ts).
 */
export const routeGone: Plugin = {
  name: 'route-gone',
  enforce: 'pre',
  transform(code, id) {
    if (!FILE.test(id)) return
    if (code.split(GIVEN_UP).length !== 2) throw new Error('Remix’s loading of routes has changed')
    return code.replace(GIVEN_UP, 'window.openDocument();')
  },
}
