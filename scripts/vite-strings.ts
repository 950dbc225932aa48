import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { browserNamespaces } from '../app/i18n/keys.ts'
import { type Language, languages } from '../app/i18n/languages.ts'

const MODULE = 'virtual:strings'

/** The texts that pages need in the browser, as one JSON text per language. */
export function browserStrings(language: Language): string {
  const entries = browserNamespaces.map((namespace) => {
    const file = new URL(`../locales/${language}/${namespace}.json`, import.meta.url)
    return [namespace, JSON.parse(readFileSync(file, 'utf8'))] as const
  })
  return JSON.stringify(Object.fromEntries(entries))
}

/**
 * `import urls from 'virtual:strings'` returns the address of each language's texts. The file names
 * contain a hash of the contents, so the client build (which writes them) and the server build
 * (which links to them) agree without sharing state, and the browser may cache them forever.
 */
export function strings(folder: string): Plugin {
  const files = languages.map((language) => {
    const source = browserStrings(language)
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
    return { language, source, fileName: `${folder}/strings-${language}-${hash}.json` }
  })
  return {
    name: 'strings',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return
      const urls = Object.fromEntries(
        files.map(({ language, fileName }) => [language, `/${fileName}`]),
      )
      return `export default ${JSON.stringify(urls)}`
    },
    generateBundle() {
      if (this.environment.config.build.ssr) return
      for (const { fileName, source } of files) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}
