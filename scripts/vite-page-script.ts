import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const MODULE = 'virtual:page-script'
const entry = fileURLToPath(new URL('../app/page-script/page-script.ts', import.meta.url))

/** Bundles the script to one file. */
async function bundle(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      minify: 'esbuild',
      lib: { entry, formats: ['es'], fileName: 'page' },
    },
  })
  const file = [made].flat().flatMap((one) => ('output' in one ? one.output : []))[0]
  if (file?.type !== 'chunk') throw new Error('the page script produced no file')
  return file.code
}

/**
 * `import url from 'virtual:page-script'` returns the address of the script that all pages share.
 * It is hashed like the texts' (vite-strings.ts), so that the pages' server and client builds agree
 * on it.
 */
export function pageScript(folder: string): Plugin {
  let made: { source: string; fileName: string } | undefined
  return {
    name: 'page-script',
    async buildStart() {
      const source = await bundle()
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
      made = { source, fileName: `${folder}/page-${hash}.js` }
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) =>
      id === `\0${MODULE}` ? `export default ${JSON.stringify(`/${made?.fileName}`)}` : undefined,
    generateBundle() {
      if (this.environment.config.build.ssr || !made) return
      this.emitFile({ type: 'asset', ...made })
    },
  }
}
