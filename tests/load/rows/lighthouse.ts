import { createServer } from 'node:net'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { launch } from '#tests/load/browser/chromium.ts'
import { inTurn } from '#tests/load/browser/in-turn.ts'
import { type Name, openSite, type Place } from '#tests/load/browser/site.ts'
import type { Ratio, Row, Side } from '#tests/load/harness.ts'

const CATEGORIES = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof CATEGORIES
const categories = Object.keys(CATEGORIES) as Category[]
const names = ['home', 'list', 'record', 'login'] as const satisfies Name[]
/**
 * The one page measured when the run only has to show that it works, and before the rounds: one
 * look takes ten seconds.
 */
const SHOWN = 'login'
const sideName = (name: Name, category: Category) => `${name}, ${category}`

/**
 * Lighthouse with its defaults: a phone with its own simulated network and processor. Reports what
 * cost points.
 */
async function look(port: number, url: string, { name, path, cookie }: Place): Promise<Result> {
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories: categories,
    extraHeaders: { Cookie: cookie },
  }
  const run = await lighthouse(url + path, flags)
  if (!run) throw new Error('Lighthouse returned no result')
  const { lhr } = run
  if (lhr.runtimeError) throw new Error(`${name}: ${lhr.runtimeError.message}`)
  for (const line of lostPoints(lhr)) console.error(`  ${name}: ${line}`)
  return lhr
}

/** The audits that count and are not perfect, each with the details Lighthouse shows for it. */
function lostPoints(lhr: Result): string[] {
  return categories.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id, weight }) => {
        const { score, displayValue, title } = lhr.audits[id] ?? {}
        return `${category} -${((1 - (score ?? 0)) * weight).toFixed(1)} ${id} (${displayValue ?? title})`
      }),
  )
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

/** Lighthouse's four scores of four pages. */
export const scores: Row = {
  id: '9l',
  what: 'Lighthouse, phone',
  unit: 'points',
  async open() {
    const port = await freePort()
    const [site, browser] = await Promise.all([openSite(), launch(port)])
    const sidesOf = (name: (typeof names)[number]): Side[] => {
      const looked = inTurn<Category, Result>(() => look(port, site.url, site.places[name]))
      return categories.map((category) => ({
        name: sideName(name, category),
        async measure(seconds) {
          if (seconds <= 1 && name !== SHOWN) return { value: Number.NaN, failures: 0 }
          const { categories: found } = await looked(category, seconds <= 1)
          return { value: Math.round((found[category]?.score ?? 0) * 100), failures: 0 }
        },
      }))
    }
    return {
      sides: names.flatMap(sidesOf),
      close: async () => void (await Promise.all([browser.close(), site.close()])),
    }
  },
  ratios: names.flatMap((name) =>
    categories.map(
      (category): Ratio => ({
        of: sideName(name, category),
        reach: { atLeast: CATEGORIES[category] },
      }),
    ),
  ),
}
