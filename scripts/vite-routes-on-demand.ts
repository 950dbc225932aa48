import type { Plugin } from 'vite'

const BUILD = '\0virtual:remix/server-build'
const IMPORTED = /import \* as (route\d+) from ("[^"]+");/g
const USED = /\bmodule: (route\d+)\b/g

/**
 * Gives each route of the server's build `load()`, an import on demand, instead of its `module`.
 * Remix imports all of them at once, so an isolate's first page would wait for the code and schemas
 * of all others. `workers/remix.ts` loads the modules of a request's handler.
 */
export const routesOnDemand: Plugin = {
  name: 'routes-on-demand',
  apply: 'build',
  transform(code, id) {
    if (id !== BUILD) return
    const imported = code.match(IMPORTED)?.length ?? 0
    const used = code.match(USED)?.length ?? 0
    if (imported === 0 || imported !== used)
      throw new Error(`Remix's build has changed: ${imported} routes imported, ${used} used`)
    return code.replace(IMPORTED, 'const $1 = () => import($2);').replace(USED, 'load: $1')
  },
}
