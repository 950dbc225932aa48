import { readFileSync } from 'node:fs'
import { type Plugin, transformWithEsbuild } from 'vite'
import { htmlLang, languages } from '../app/i18n/languages.ts'

const SOURCE = new URL('../app/web/page-script/offline-worker.js', import.meta.url)

/** The texts of the offline page, in every language. */
function texts(): string {
  const entries = languages.map((language) => {
    const file = new URL(`../locales/${language}/errors.json`, import.meta.url)
    const { noNetwork } = JSON.parse(readFileSync(file, 'utf8'))
    return [language, { lang: htmlLang[language], ...noNetwork }] as const
  })
  return JSON.stringify(Object.fromEntries(entries))
}

/**
 * Writes `app/web/page-script/offline-worker.js` as `/sw.js`, with its texts. Its URL never
 * changes; a browser compares its bytes on navigation, so a deploy that changes anything in it
 * replaces it.
 */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  async generateBundle() {
    if (this.environment.config.build.ssr) return
    const { code } = await transformWithEsbuild(readFileSync(SOURCE, 'utf8'), SOURCE.pathname, {
      minify: true,
      charset: 'utf8',
      define: { TEXTS: texts() },
      target: 'es2022',
      sourcemap: false,
    })
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: code })
  },
})
