import { exports } from 'cloudflare:workers'
import type { EvaluatedModuleNode, EvaluatedModules } from 'vite/module-runner'

/** Vitest's module runner, which loads all modules. Files share one, with a runtime. */
type Runner = {
  evaluatedModules: EvaluatedModules
  import(id: string, options?: object): Promise<unknown>
  /** What is known about a module, and its exports once it has been evaluated. */
  cachedModule(url: string, importer?: string): Promise<EvaluatedModuleNode>
  cachedRequest(url: string, module: EvaluatedModuleNode, ...how: unknown[]): Promise<unknown>
}
declare const __vitest_mocker__: { moduleRunner: Runner }

/**
 * Loads, one after another, what the product loads on demand: pages, API, some services. From then
 * on no `import()` in the product asks the runner. For each one, even of a module it has loaded, it
 * calls an object of its own, and requests that import the same module at the same time share that
 * call. The runtime has twice canceled such a request ("code had hung"). In the product, all
 * modules are in one file. This also makes the tests a tenth faster.
 */
export async function loadOnDemand(): Promise<void> {
  const { moduleRunner: runner } = __vitest_mocker__
  if (Object.hasOwn(runner, 'cachedModule')) return
  const modules = import.meta.glob([
    '/build/server/**/*.js',
    '/app/{api,**/service,server}/**/*.server.ts',
  ])
  for (const load of Object.values(modules)) await load()
  await exports.default.fetch('http://localhost:8787/api/health')
  takeLoaded(runner)
}

function takeLoaded(runner: Runner): void {
  const { cachedModule, cachedRequest } = runner
  if (!cachedModule || !cachedRequest) throw new Error('vitest’s module runner has changed')
  const { evaluatedModules } = runner
  const load = runner.import
  const all = [...evaluatedModules.idToModuleMap.values()]
  // Each file evaluates the tests' own modules again.
  const loaded = new Set(all.filter(({ file, exports }) => exports && !file.includes('/tests/')))
  const worker = all.find(({ file }) => file.endsWith('/workers/dev/server.ts'))
  Object.assign(runner, {
    import: async (id, options) =>
      worker?.file === id ? worker.exports : load.call(runner, id, options),
    async cachedModule(url, importer) {
      const module = evaluatedModules.getModuleByUrl(url)
      return module && loaded.has(module) ? module : cachedModule.call(runner, url, importer)
    },
    cachedRequest: async (url, module, ...how) =>
      loaded.has(module) ? module.exports : cachedRequest.call(runner, url, module, ...how),
  } satisfies Partial<Runner>)
}
