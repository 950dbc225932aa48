import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

/** Bundles a script to one file. */
async function bundle(name: string, room: string): Promise<string> {
  const entry = new URL(`../app/${room}/${name}-script.ts`, import.meta.url)
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      minify: 'esbuild',
      // Not as a module, whose white space Vite would not remove.
      lib: { entry: fileURLToPath(entry), formats: ['iife'], name: 'script', fileName: name },
    },
  })
  const file = [made].flat().flatMap((one) => ('output' in one ? one.output : []))[0]
  if (file?.type !== 'chunk') throw new Error(`the ${name} script produced no file`)
  return file.code
}

/**
 * `import url from 'virtual:page-script'` returns the URL of `<name>-script.ts` in `app/<room>`,
 * built as a separate script for pages without React; other names work the same. It is hashed like
 * the texts (vite-strings.ts), so that the pages' server and client builds agree on it.
 */
export function pageScript(folder: string, name: string, room: string): Plugin {
  const module = `virtual:${name}-script`
  let made: { source: string; fileName: string } | undefined
  return {
    name: `${name}-script`,
    async buildStart() {
      const source = await bundle(name, room)
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
      made = { source, fileName: `${folder}/${name}-${hash}.js` }
    },
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    load: (id) =>
      id === `\0${module}` ? `export default ${JSON.stringify(`/${made?.fileName}`)}` : undefined,
    generateBundle() {
      if (this.environment.config.build.ssr || !made) return
      this.emitFile({ type: 'asset', ...made })
    },
  }
}
