import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Lets Node run the worker's own files: `cloudflare:workers` is our platform, and packages resolve
 * to their worker edition, as in the product's build. SIM_PATCH names a JSON file `{file, from,
 * to}` that changes one source file as it is loaded, for mutations.
 */
type Patch = { file: string; from: string; to: string }
const patch: Patch | null = process.env.SIM_PATCH
  ? (JSON.parse(readFileSync(process.env.SIM_PATCH, 'utf8')) as Patch)
  : null
const root = new URL('../../', import.meta.url)
const platform = new URL('./platform.ts', import.meta.url).href

/**
 * Resolves the project's own files without checking every package.json above them, which takes Node
 * seconds.
 */
function ownFile(specifier: string, parent: string | undefined): URL | null {
  if (!specifier.endsWith('.ts')) return null
  if (specifier.startsWith('#')) return new URL(specifier.slice(1), root)
  return specifier.startsWith('.') ? new URL(specifier, parent) : null
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'cloudflare:workers') return { url: platform, shortCircuit: true }
    const own = ownFile(specifier, context.parentURL)
    if (own) return { url: own.href, format: 'module-typescript', shortCircuit: true }
    // Only for packages: other conditions slow down every resolution in Node.
    if (specifier !== 'stripe') return next(specifier, context)
    return next(specifier, { ...context, conditions: ['workerd', ...context.conditions] })
  },
  load(url, context, next) {
    const loaded = next(url, context)
    if (!patch || !url.endsWith(`/${patch.file}`)) return loaded
    const source = String(loaded.source)
    if (source.split(patch.from).length !== 2)
      throw new Error(`${patch.file} does not have exactly once: ${patch.from}`)
    return { ...loaded, source: source.replace(patch.from, () => patch.to) }
  },
})
